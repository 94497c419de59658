import { call } from "../api/call.ts";
import { forgetAll, untilStarted } from "../api/session.ts";
import { leaveTabs, warnTabs } from "../api/tabs.ts";
import { reviews } from "../review/use-pending.ts";

/** Signs out in this tab and in all others. A decision that could still be undone is sent before. */
export async function signOut(): Promise<void> {
  warnTabs();
  reviews.flush();
  await untilStarted();
  // Without the server, the cookie stays until it expires; everything else is forgotten.
  await call("session", null, { method: "DELETE" }).catch(() => undefined);
  leaveTabs();
  leavePage();
}

/** Forgets the token, and everything else that this tab keeps, and starts again. */
export function leavePage(): void {
  addEventListener("pagehide", forgetAll);
  location.hash = "#/";
  location.reload();
}
