import {
  errorText,
  field,
  isInstance,
  ModelError,
  parseJson,
  readMessage,
} from "@rostrum/core/support";
import { isCallCost } from "./plausible-amounts.ts";
import { isWebPage, readHeader, WEB_PAGE } from "./web-page.ts";

/**
 * Converts anything that a model threw to a `ModelError` with the provider's message. Clients report a provider's
 * response in many shapes, and any value can be thrown, so each field is read with care.
 */
export function toModelError(thrown: unknown): ModelError {
  const isOurError = isOwnError(thrown);
  const cause = field(thrown, "cause");
  // Clients wrap what fails while a body is read.
  if (!isOurError && isOwnError(cause)) return toModelError(cause);
  const headers = field(thrown, "responseHeaders") ?? field(thrown, "headers");
  const status = findStatus(field(thrown, "statusCode"), field(thrown, "status"));
  // HTML with a status below 400 is not from the provider's API, so a retry would get the same page.
  const misdirected = status !== undefined && status < 400 && isWebPage(headers);
  const requestId =
    findText(field(thrown, "requestId")) ??
    readHeader(headers, "x-request-id") ??
    readHeader(headers, "request-id");
  const waitMs = readRetryAfterMs(headers) ?? readWait(field(thrown, "retryAfterMs"));
  const retryable = misdirected ? false : field(thrown, isOurError ? "retryable" : "isRetryable");
  const permanent = isOurError
    ? field(thrown, "permanent")
    : status === 400 && saysPermanent(thrown);
  const costUsd = field(thrown, "costUsd");
  const message = isOurError ? readMessage(thrown) : describeFailure(thrown, status, requestId);
  return new ModelError(message, {
    cause: thrown,
    ...(status !== undefined ? { status } : {}),
    ...(requestId !== undefined ? { requestId } : {}),
    ...(waitMs !== undefined ? { retryAfterMs: waitMs } : {}),
    ...(isOurError && isCallCost(costUsd) ? { costUsd } : {}),
    ...(typeof retryable === "boolean" && (isOurError || status !== undefined)
      ? { retryable }
      : {}),
    ...(permanent === true ? { permanent } : {}),
  });
}

/** Compares the name too, because a process may have two copies of this package. */
function isOwnError(thrown: unknown): boolean {
  return isInstance(thrown, ModelError) || field(thrown, "name") === "ModelError";
}

/** Error codes from before a connection, when no provider has read the request. */
const NO_CONNECTION_CODES = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];
const NO_CONNECTION = new RegExp(
  ["cannot connect", "fetch failed", "bad port", ...NO_CONNECTION_CODES].join("|"),
  "i",
);
/** Maximum nesting of errors that clients wrap in one another. */
const MAX_DEPTH = 6;

/** True if no connection was made, so that the call can't be billed. */
export function neverConnected(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const code = field(cause, "code");
    if (typeof code === "string" && NO_CONNECTION_CODES.includes(code)) return true;
    cause = field(cause, "cause");
  }
  return false;
}

/** True if the call did not reach a server. Clients report that as a message or as a system's error code. */
export function isUnreachable({ status, cause }: ModelError): boolean {
  if (status !== undefined || isOwnError(cause)) return false;
  const message = field(cause, "message");
  return neverConnected(cause) || (typeof message === "string" && NO_CONNECTION.test(message));
}

/** Some providers answer 400 to a wrong key or an unknown model, and only the message says which. */
function saysPermanent(thrown: unknown): boolean {
  const errorTexts = [field(thrown, "message"), field(thrown, "responseBody")]
    .join(" ")
    .slice(0, 4000);
  return /api[ _-]?key (?:not valid|not found|is invalid)|(?:invalid|incorrect)[ _]api[ _]key|API_KEY_INVALID|model_not_found|not a valid model/i.test(
    errorTexts,
  );
}

function describeFailure(thrown: unknown, status?: number, requestId?: string): string {
  if (typeof thrown === "string" || typeof thrown === "function") return readMessage(thrown);
  if (typeof thrown !== "object" || thrown === null) return errorText(String(thrown));
  const message = findText(field(thrown, "message")) ?? "the model failed without saying why";
  const page = isWebPage(field(thrown, "responseHeaders")) ? WEB_PAGE : undefined;
  const providerMessage = page ?? readBodyMessage(field(thrown, "responseBody"));
  const parts = [
    providerMessage !== undefined && !message.includes(providerMessage)
      ? `${message}: ${providerMessage}`
      : message,
  ];
  if (status !== undefined) parts.push(`status ${status}`);
  if (requestId !== undefined) parts.push(`request ${requestId}`);
  const url = field(thrown, "url");
  if (status === undefined && typeof url === "string" && URL.canParse(url)) {
    parts.push(`calling ${new URL(url).origin}`);
  }
  // The provider's message is shortened before ours is added, so that the status is always visible.
  const shortMessage = errorText(parts[0] ?? "", 800);
  return parts.length === 1
    ? shortMessage
    : errorText(`${shortMessage} (${parts.slice(1).join(", ")})`);
}

/** Providers put the reason into `error.message` of a JSON body. */
function readBodyMessage(body: unknown): string | undefined {
  if (typeof body !== "string") return undefined;
  const parsed = parseJson(body);
  const error = field(parsed, "error");
  if (typeof error === "string") return error;
  return findText(field(error, "message"), field(parsed, "message"));
}

/** Seconds or an HTTP date; some providers also give milliseconds. */
function readRetryAfterMs(headers: unknown): number | undefined {
  const ms = Number(readHeader(headers, "retry-after-ms") ?? NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const value = readHeader(headers, "retry-after");
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function findStatus(...values: unknown[]): number | undefined {
  return values.find(
    (value): value is number =>
      Number.isInteger(value) && Number(value) > 0 && Number(value) < 1000,
  );
}

function readWait(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value < Infinity ? value : undefined;
}

function findText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}
