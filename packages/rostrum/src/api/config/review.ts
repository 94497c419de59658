import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { fail } from "../../vocabulary/index.ts";

/** A review has exactly one round of checks. */
export const CHECKING_ROUNDS = 1;

/** What can't be combined with a review, which asks everybody and has no single answer. */
export function checkReview({ route, poll, verify, sides }: ResolvedConfig): void {
  const why = "since answer is findings";
  if (sides !== null) fail("sides", `nothing, ${why}`, sides.answers);
  if (route.type !== "always") fail("route", `"always", ${why}`, route.type);
  if (poll !== null)
    fail("poll", `"everyone", ${why}`, typeof poll === "function" ? poll : poll.type);
  if (verify !== null) fail("verify", `nothing, ${why}`, "a check of answers");
}
