import type { ContextDocument } from "./question.ts";

/** What a check without a model says about an answer. */
export type Verdict = "ok" | "refuted" | "unknown";

/** A verdict, with what the checker says about it. */
export interface CheckOutcome {
  verdict: Verdict;
  /** Why: the test that fails, the quote that isn't there. It is shown to all, as a quotation. */
  says?: string;
  /** Answers with equal behavior did the same in the check. Code is grouped by it. */
  behavior?: string;
  /** What the system did not keep the checking program from, in words. */
  open?: readonly string[];
  /** `false`: the tests were not run, because the answer is no patch that can be applied. */
  ran?: boolean;
}

/**
 * Checks an answer without a model: run the test, solve backwards, look it up. The type is taken from a
 * method because the compiler compares parameters of methods both ways. A config of any answer type can
 * therefore be passed on as one of unknown type.
 */
export type Verifier<A = string> = {
  check(
    answer: A,
    about: {
      question: string;
      wording: string;
      /** What the debate is about, by name. */
      documents: readonly ContextDocument[];
      /** Fires when the check takes longer than `limits.timeoutMs`, and when the run ends. */
      signal: AbortSignal;
    },
  ): Verdict | CheckOutcome | Promise<Verdict | CheckOutcome>;
}["check"];
