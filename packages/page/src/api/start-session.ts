import { call, readJson } from "./call.ts";
import { getSession, isDue, moveToCookie } from "./session.ts";
import { tellCookie } from "./tabs.ts";

/**
 * Moves the session from the tab into a cookie that no script can read, so that it lasts over tabs. Where browsers
 * drop the cookie, as on plain http, or where the token is too long for one, it stays in the tab.
 */
export async function startSession(): Promise<void> {
  const session = getSession();
  // A token that is about to expire is replaced first, and the new one gets here too.
  if (session === null || isDue(Date.now())) return;
  const { token, renewal } = session;
  const body = renewal === null ? {} : { refreshToken: renewal.refreshToken };
  const kept = await call("session", token, { method: "POST", body });
  if (!kept.ok) return;
  const answer = await call("me", null, {});
  const isThere = answer.ok && (await readJson<{ session: boolean }>(answer)).session;
  // Somebody else may have signed in meanwhile.
  if (!isThere || getSession()?.token !== token) return;
  const due = renewal?.due ?? null;
  moveToCookie(due);
  tellCookie(due);
}
