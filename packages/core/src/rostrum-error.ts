import { emptyResult } from "./protocol/empty-result.ts";
import type { PartialResult } from "./protocol/result.ts";

/** Base class of rostrum's errors: a code to branch on, and the results up to the error. */
export class RostrumError extends Error {
  override readonly name: string = "RostrumError";
  readonly code: string;
  #partial: PartialResult | undefined;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
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
