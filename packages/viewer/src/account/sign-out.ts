import { forgetAll } from "../api/session.ts";

/**
 * Forgets the token, and everything else that this tab keeps, and starts again. What is sent while
 * the page is closed, such as a decision that could still be undone, is sent before.
 */
export function signOut(): void {
  addEventListener("pagehide", forgetAll);
  location.hash = "#/";
  location.reload();
}
