import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ConfigError, JournalError, RostrumError } from "@rostrum/core/support";
import { toPublicText } from "./public-text.ts";

/** The statuses of a server's errors. */
export type HttpStatus = ContentfulStatusCode;

/** An HTTP error: a status, a code to branch on, and the wrong field if there is one. */
export class HttpError extends Error {
  override readonly name: string = "HttpError";
  readonly status: HttpStatus;
  readonly code: string;
  readonly field: string | undefined;
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | undefined;
  /** The code in the audit log, if it says more than the client may know. */
  readonly audited: string | undefined;
  /** User who was refused, if known before the user has signed in. */
  readonly user: string | undefined;

  constructor(
    status: HttpStatus,
    code: string,
    message: string,
    details: { field?: string; retryAfter?: number; audited?: string; user?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.audited = details.audited;
    this.user = details.user;
  }
}

export function invalidRequest(field: string, message: string): HttpError {
  return new HttpError(400, "invalid_request", message, { field });
}

/** Refuses a caller. `audited`: reason for the audit log, which the caller must not learn. */
export function signInError(audited: string, message: string): HttpError {
  return new HttpError(401, "unauthorized", message, { audited });
}

/** How long a restart may take. Clients give up after two or three attempts. */
const RESTART_SECONDS = 5;

/** Refuses a request that the next server, or another one, will accept. */
export function closingError(): HttpError {
  const message = "the server is shutting down: send the same request again";
  return new HttpError(503, "closing", message, { retryAfter: RESTART_SECONDS });
}

export function isClosingError(error: unknown): boolean {
  return error instanceof HttpError && error.code === "closing";
}

export const INTERNAL_ERROR = "internal error; the server's log says what went wrong";

/** Any error in the form that is sent. An unexpected error reveals nothing about the server. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof RostrumError)) {
    return new HttpError(500, "internal", INTERNAL_ERROR);
  }
  const { code } = error;
  const message = toPublicText(error.message);
  if (error instanceof ConfigError) {
    return new HttpError(400, "invalid_request", message, { field: error.field });
  }
  if (error instanceof JournalError) {
    const isConflict = code === "journal_busy" || code === "journal_redacted";
    return new HttpError(isConflict ? 409 : 503, code, toPublicText(error.publicMessage));
  }
  return new HttpError(findStatus(error.name), code, message);
}

/** The statuses of errors by their names. */
const STATUS_BY_CODE: Partial<Record<string, HttpStatus>> = {
  ConfigError: 400,
  BudgetExceededError: 402,
  AbortError: 409,
  JournalMismatchError: 409,
};

/** The status of a debate that ended with this error. */
export function findStatus(name: string): HttpStatus {
  return STATUS_BY_CODE[name] ?? 502;
}
