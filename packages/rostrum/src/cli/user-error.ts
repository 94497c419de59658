/** An error that the user can fix. It is shown as one message, without a stack. */
export class UserError extends Error {
  override readonly name: string = "UserError";
  /** What to do about it, one line each. */
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = [], options?: { cause?: unknown }) {
    super(message, options);
    this.hints = hints;
  }
}
