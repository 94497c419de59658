import { emptyResult } from "./protocol/empty-result.ts";
import type { PartialResult } from "./protocol/result.ts";

/** Reason of a `JournalError`. */
export type JournalErrorCode =
  /** The file is damaged and can't be read as a journal. */
  | "journal_damaged"
  /** The file is not a journal. */
  | "journal_foreign"
  /** Created by another version of rostrum, with other tables. */
  | "journal_version"
  /** Another process keeps the file locked. */
  | "journal_locked"
  | "journal_read_only"
  /** The disk is full. */
  | "journal_full"
  /** Any other error of the file system or SQLite. */
  | "journal_unavailable"
  /** Another process took over this run. */
  | "journal_lost"
  /** A process owns the run. */
  | "journal_busy"
  /** The run was written without its texts. */
  | "journal_redacted"
  | "journal_closed";

/** Codes of rostrum's own errors. */
export type KnownErrorCode =
  | JournalErrorCode
  | "aborted"
  | "budget"
  | "chain"
  | "config"
  /** A rule, a journal or a function of the caller threw, or rostrum itself has a bug: see `cause`. */
  | "failed"
  /** An event of a journal or of `fold` can't be read. */
  | "event_unreadable"
  | "journal_mismatch"
  | "model"
  | "panel_failed";

/** A code of rostrum, or of a class of yours. `& {}` lets editors complete the known ones. */
export type ErrorCode = KnownErrorCode | (string & {});

/** Base class of rostrum's errors: a code to branch on, and the results up to the error. */
export class RostrumError extends Error {
  override readonly name: string = "RostrumError";
  /** Which kind of error it is, to branch on. */
  readonly code: ErrorCode;
  #partial: PartialResult | undefined;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Debate so far. An empty record if it had not begun. */
  get partial(): PartialResult {
    return (this.#partial ??= emptyResult());
  }

  /**
   * Makes the property enumerable, so that a console prints it with the error. An empty record stays hidden.
   */
  set partial(value: PartialResult) {
    Object.defineProperty(this, "partial", {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }

  /** Used by `JSON.stringify`, which would omit the message otherwise. */
  toJSON(): object {
    return { ...this, message: this.message, partial: this.partial };
  }
}
