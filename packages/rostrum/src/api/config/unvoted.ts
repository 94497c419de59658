import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { fail } from "../../vocabulary/index.ts";

/** What can't be combined with a debate in which nobody votes. `why` names the option that makes it one. */
export function refuseVoting({ route, poll, verify }: ResolvedConfig, why: string): void {
  if (route.type !== "always") fail("route", `"always", ${why}`, route.type);
  if (poll !== null) {
    fail("poll", `"everyone", ${why}`, typeof poll === "function" ? poll : poll.type);
  }
  if (verify !== null) fail("verify", `nothing, ${why}`, "a check of answers");
}
