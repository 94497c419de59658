import { ApiError } from "./api-error.ts";
import { createUnexpectedResponse } from "./unexpected-response.ts";

export interface Call {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The request continues after the page is closed. */
  keepalive?: boolean;
}

/** Calls the server once. Addresses are relative to the page. */
export function call(path: string, token: string | null, request: Call): Promise<Response> {
  const { method = "GET", body, headers, signal, keepalive = false } = request;
  return fetch(new URL(path, document.baseURI), {
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
}

export async function readJson<T>(response: Response): Promise<T> {
  if (!/json/.test(response.headers.get("content-type") ?? ""))
    throw createUnexpectedResponse(response);
  return (await response.json()) as T;
}

export async function readError(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.clone().json()) as {
      error: { code: string; message: string; field?: string };
    };
    return new ApiError(response.status, error.code, error.message, error.field ?? null);
  } catch {
    return createUnexpectedResponse(response);
  }
}
