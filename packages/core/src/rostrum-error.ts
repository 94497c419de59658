import { emptyResult } from "./protocol/empty-result.ts";
import type { PartialResult } from "./protocol/result.ts";

/** What every error of rostrum carries: a code to branch on, and everything that was finished before it. */
export class RostrumError extends Error {
  override readonly name: string = "RostrumError";
  readonly code: string;
  /** The debate so far; an empty record if it had not begun. */
  partial: PartialResult = emptyResult();

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** What `JSON.stringify` writes: without this, an error's message would be missing. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}
