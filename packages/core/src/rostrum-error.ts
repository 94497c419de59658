import { emptyResult } from "./protocol/empty-result.ts";
import type { PartialResult } from "./protocol/result.ts";

/** What every error of rostrum carries: a code to branch on, and everything that was finished before it. */
export class RostrumError extends Error {
  override readonly name: string = "RostrumError";
  readonly code: string;
  #partial: PartialResult | undefined;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** The debate so far; an empty record if it had not begun. */
  get partial(): PartialResult {
    return (this.#partial ??= emptyResult());
  }

  /** From here on a console prints it with the error. It doesn't print an empty one, which would hide the message. */
  set partial(value: PartialResult) {
    Object.defineProperty(this, "partial", {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }

  /** What `JSON.stringify` writes: without this, an error's message would be missing. */
  toJSON(): object {
    return { ...this, message: this.message, partial: this.partial };
  }
}
