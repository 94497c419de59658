import { ModelError } from "../errors.ts";

type Headers = Record<string, string> | { get(name: string): string | null };

/** The shapes in which clients report what a provider answered. */
interface ProviderError {
  message?: unknown;
  url?: unknown;
  status?: unknown;
  statusCode?: unknown;
  headers?: Headers;
  responseHeaders?: Headers;
  responseBody?: unknown;
  requestId?: unknown;
  isRetryable?: unknown;
  retryAfterMs?: unknown;
}

/** Whatever a model threw, as one kind of error that keeps the provider's own words. */
export function asModelError(thrown: unknown): ModelError {
  if (thrown instanceof ModelError) return thrown;
  if (typeof thrown !== "object" || thrown === null) return new ModelError(String(thrown));
  const error = thrown as ProviderError;
  const headers = error.responseHeaders ?? error.headers;
  const status = firstNumber(error.statusCode, error.status);
  const requestId =
    firstText(error.requestId) ?? header(headers, "x-request-id") ?? header(headers, "request-id");
  const waitMs = retryAfterMs(headers) ?? firstNumber(error.retryAfterMs);
  return new ModelError(describe(error, status, requestId), {
    cause: thrown,
    ...(status !== undefined ? { status } : {}),
    ...(requestId !== undefined ? { requestId } : {}),
    ...(waitMs !== undefined ? { retryAfterMs: waitMs } : {}),
    ...(typeof error.isRetryable === "boolean" && status !== undefined
      ? { retryable: error.isRetryable }
      : {}),
  });
}

function describe(error: ProviderError, status?: number, requestId?: string): string {
  const message = firstText(error.message) ?? "the model failed without saying why";
  const told = bodyMessage(error.responseBody);
  const parts = [told !== undefined && !message.includes(told) ? `${message}: ${told}` : message];
  if (status !== undefined) parts.push(`status ${status}`);
  if (requestId !== undefined) parts.push(`request ${requestId}`);
  if (status === undefined && typeof error.url === "string" && URL.canParse(error.url)) {
    parts.push(`calling ${new URL(error.url).origin}`);
  }
  return parts.length === 1 ? message : `${parts[0]} (${parts.slice(1).join(", ")})`;
}

/** Providers put the reason into `error.message` of a JSON body. */
function bodyMessage(body: unknown): string | undefined {
  if (typeof body !== "string") return undefined;
  try {
    const parsed = JSON.parse(body) as {
      error?: { message?: unknown } | string;
      message?: unknown;
    };
    if (typeof parsed.error === "string") return parsed.error;
    return firstText(parsed.error?.message, parsed.message);
  } catch {
    return undefined;
  }
}

/** Seconds or an HTTP date; some providers also give milliseconds. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = Number(header(headers, "retry-after-ms") ?? NaN);
  if (Number.isFinite(ms)) return ms;
  const value = header(headers, "retry-after");
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function header(headers: Headers | undefined, name: string): string | undefined {
  if (!headers) return undefined;
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found ? String(found[1]) : undefined;
}

function firstNumber(...values: unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === "number");
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
