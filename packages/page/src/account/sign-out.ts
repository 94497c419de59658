import { call } from "../api/call.ts";
import { forgetAll, waitForMove } from "../api/session.ts";
import { leaveTabs, warnTabs } from "../api/tabs.ts";
import { reviews } from "../review/use-pending.ts";

/** Signs out in this tab and in all others. Sends decisions that could still be undone first. */
export async function signOut(): Promise<void> {
  warnTabs();
  reviews.flush();
  await waitForMove();
  // If the server can't be reached, the cookie stays until it expires; everything else is cleared.
  await call("session", null, { method: "DELETE" }).catch(() => undefined);
  leaveTabs();
  leavePage();
}

/** Clears the token and everything else that this tab stores, and reloads the start page. */
export function leavePage(): void {
  addEventListener("pagehide", forgetAll);
  location.hash = "#/";
  location.reload();
}
