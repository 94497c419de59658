import type { DebateRecord } from "@rostrum/core/record";
import { toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";

/** Refuses a review, which has findings where a verdict on an answer is expected. */
export function refuseReviews({ started, result }: DebateRecord): void {
  if (started?.rules.answer !== "findings") return;
  throw new UserError(
    `expected a debate with an answer, but ${toOneLine(result.id)} is a review, which has findings`,
    [`To see them: rostrum show ${toOneLine(result.id)}`],
  );
}
