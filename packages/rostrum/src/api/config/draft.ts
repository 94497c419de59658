import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { fail } from "../../vocabulary/index.ts";

/** What a draft needs, and what can't be combined with it. */
export function checkDraft({ judge, rounds, route, poll, verify, sides }: ResolvedConfig): void {
  const why = "since answer is draft";
  if (judge === null) fail("judge", `a judge who signs the text off, ${why}`, undefined);
  if (rounds % 2 !== 0) {
    fail("rounds", `an even number, critique and revision in turn, ${why}`, rounds);
  }
  if (route.type !== "always") fail("route", `"always", ${why}`, route.type);
  if (poll !== null)
    fail("poll", `"everyone", ${why}`, typeof poll === "function" ? poll : poll.type);
  if (verify !== null) fail("verify", `nothing, ${why}`, "a check of answers");
  if (sides !== null) fail("sides", `nothing, ${why}`, sides.answers);
}
