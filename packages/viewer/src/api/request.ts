import { ApiError } from "./api-error.ts";
import { astray } from "./astray.ts";
import { askForToken, currentToken } from "./token.ts";

export interface Request {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request continues after the page is closed. */
  keepalive?: boolean;
  /** Nobody has to be signed in for it. */
  open?: boolean;
}

/** Calls the server, with the user's token if it needs one. Addresses are relative to the page. */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const { method = "GET", body, headers, signal, keepalive = false, open = false } = request;
  for (;;) {
    const token = currentToken();
    const response = await fetch(new URL(path, document.baseURI), {
      method,
      keepalive,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    if (response.status !== 401 || open) throw await errorFrom(response);
    // The user may have entered the token while this request was in flight.
    if (currentToken() === token) await askForToken();
  }
}

export async function fetchJson<T>(path: string, request?: Request): Promise<T> {
  const response = await send(path, request);
  if (!/json/.test(response.headers.get("content-type") ?? "")) throw astray(response);
  return (await response.json()) as T;
}

async function errorFrom(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.clone().json()) as {
      error: { code: string; message: string };
    };
    return new ApiError(response.status, error.code, error.message);
  } catch {
    return astray(response);
  }
}
