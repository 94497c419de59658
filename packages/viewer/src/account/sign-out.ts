import { forgetAll } from "../api/session.ts";
import { leaveTabs } from "../api/tabs.ts";

/** Signs out in this tab and in all others. */
export function signOut(): void {
  leaveTabs();
  leavePage();
}

/**
 * Forgets the token, and everything else that this tab keeps, and starts again. What is sent while
 * the page is closed, such as a decision that could still be undone, is sent before.
 */
export function leavePage(): void {
  addEventListener("pagehide", forgetAll);
  location.hash = "#/";
  location.reload();
}
