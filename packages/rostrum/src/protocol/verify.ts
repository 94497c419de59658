/** What a deterministic check says of an answer. */
export type Verdict = "ok" | "refuted" | "unknown";

/**
 * Checks an answer by other means than a model: run the test, solve backwards, look it up. Taken from
 * a method, whose parameters the compiler compares both ways, so that a config of any answer type can
 * be handed on as one of unknown type.
 */
export type Verifier<A = string> = {
  check(
    answer: A,
    /** `signal` fires when the check takes longer than `limits.timeoutMs`, and when the run ends. */
    about: { question: string; wording: string; signal: AbortSignal },
  ): Verdict | Promise<Verdict>;
}["check"];

export interface VerifyRule<A = string> {
  check: Verifier<A>;
  /** An answer found `ok` ends the debate and stands. Default true. */
  lock?: boolean;
  /** A `refuted` answer can't win. Default true. */
  veto?: boolean;
}
