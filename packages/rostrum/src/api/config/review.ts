import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { fail } from "../../vocabulary/index.ts";
import { refuseVoting } from "./unvoted.ts";

/** A review has exactly one round of checks. */
export const CHECKING_ROUNDS = 1;

/** What can't be combined with a review, which asks everybody and has no single answer. */
export function checkReview(resolved: ResolvedConfig): void {
  const why = "since answer is findings";
  if (resolved.sides !== null) fail("sides", `nothing, ${why}`, resolved.sides.answers);
  refuseVoting(resolved, why);
}
