/** What a deterministic check says about an answer. */
export type Verdict = "ok" | "refuted" | "unknown";

/**
 * Checks an answer without a model: run the test, solve backwards, look it up. The type is taken from a
 * method because the compiler compares parameters of methods both ways. A config of any answer type can
 * therefore be passed on as one of unknown type.
 */
export type Verifier<A = string> = {
  check(
    answer: A,
    /** `signal` fires when the check takes longer than `limits.timeoutMs`, and when the run ends. */
    about: { question: string; wording: string; signal: AbortSignal },
  ): Verdict | Promise<Verdict>;
}["check"];

/** A checker and what its verdicts do. */
export interface VerifyRule<A = string> {
  check: Verifier<A>;
  /** An answer found `ok` ends the debate and stands. Default true. */
  lock?: boolean;
  /** A `refuted` answer can't win. Default true. */
  veto?: boolean;
}
