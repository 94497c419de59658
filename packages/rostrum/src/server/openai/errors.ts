import type { HttpError } from "../http-error.ts";

export interface OpenAiError {
  error: { message: string; type: string; param: string | null; code: string };
}

const TYPES: Partial<Record<number, string>> = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  429: "rate_limit_error",
};

/** An error in the form that OpenAI's clients read. */
export function openAiError({ status, code, message, field }: HttpError): OpenAiError {
  const type = TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return {
    error: {
      message,
      type,
      param: field ?? null,
      code: status === 402 ? "insufficient_quota" : code,
    },
  };
}
