import type { ContextDocument } from "./question.ts";

/** Verdict of a check without a model. */
export type Verdict = "ok" | "refuted" | "unknown";

/** A verdict and the checker's message. */
export interface CheckOutcome {
  verdict: Verdict;
  /** Reason: the test that fails, the quote that isn't there. Shown to all members as a quotation. */
  says?: string;
  /** Key by which code is grouped: answers with equal keys behaved the same in the check. */
  behavior?: string;
  /** Access of the checking program that could not be blocked, in words. */
  open?: readonly string[];
  /**
   * How the program could have accessed its own tests: a phrase that follows "the tests". Absent: it could
   * not.
   */
  unprotected?: string;
  /** `false`: the tests were not run, because the answer is not an applicable patch. */
  ran?: boolean;
}

/**
 * Checks an answer without a model: runs a test, solves backwards, looks it up. Declared as a method, because
 * TypeScript compares method parameters bivariantly: a config of any answer type can then be passed on as one
 * of unknown type.
 */
export type Verifier<A = string> = {
  check(
    answer: A,
    about: {
      question: string;
      wording: string;
      /** Named documents of the debate. */
      documents: readonly ContextDocument[];
      /** Fires when the check exceeds `limits.timeoutMs`, and when the run ends. */
      signal: AbortSignal;
    },
  ): Verdict | CheckOutcome | Promise<Verdict | CheckOutcome>;
}["check"];
