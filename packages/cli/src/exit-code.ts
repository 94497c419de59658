import { BudgetExceededError } from "@rostrum/core/support";
import type { PartialResult } from "@rostrum/core/protocol";
import { UserError } from "./user-error.ts";

/** Exit codes that scripts can branch on. */
export const EXIT = {
  answered: 0,
  error: 1,
  /** Answered, but degraded or escalated. */
  doubtful: 2,
  budget: 3,
  /** A review has a finding at or above the severity of `--fail-on`. */
  findings: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function chooseExitCode(result: PartialResult): ExitCode {
  const { stopReason, integrity, escalateToHuman, review } = result;
  if (stopReason === "budget") return EXIT.budget;
  const settled = review !== undefined && review.verdict !== "reject";
  return integrity.degraded || (escalateToHuman && !settled) ? EXIT.doubtful : EXIT.answered;
}

/** A review that was not checked for lack of money has its findings, so it is degraded like any other. */
export function chooseReviewExitCode(result: PartialResult): ExitCode {
  return result.integrity.degraded ? EXIT.doubtful : chooseExitCode(result);
}

export function chooseErrorExitCode(error: unknown): ExitCode {
  const cause = error instanceof UserError ? error.cause : error;
  return cause instanceof BudgetExceededError ? EXIT.budget : EXIT.error;
}
