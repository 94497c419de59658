import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { fail } from "../../vocabulary/index.ts";
import { refuseVoting } from "./unvoted.ts";

/** What a draft needs, and what can't be combined with it. */
export function checkDraft(resolved: ResolvedConfig): void {
  const { judge, rounds, sides } = resolved;
  const why = "since answer is draft";
  if (judge === null) fail("judge", `a judge who signs the text off, ${why}`, undefined);
  if (rounds % 2 !== 0) {
    fail("rounds", `an even number, critique and revision in turn, ${why}`, rounds);
  }
  if (sides !== null) fail("sides", `nothing, ${why}`, sides.answers);
  refuseVoting(resolved, why);
}
