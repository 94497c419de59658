import { call, readJson } from "./call.ts";
import { getSession, isDue, moveToCookie } from "./session.ts";
import { tellCookie } from "./tabs.ts";

/**
 * Moves the session from the tab into a cookie that no script can read and that all tabs share. The session stays in
 * the tab if the browser drops the cookie, as on plain http, or if the token is too long for one.
 */
export async function startSession(): Promise<void> {
  const session = getSession();
  // A token that is about to expire is renewed first, and the renewal calls this function again.
  if (session === null || isDue(Date.now())) return;
  const { token, renewal } = session;
  const body = renewal === null ? {} : { refreshToken: renewal.refreshToken };
  const response = await call("session", token, { method: "POST", body });
  if (!response.ok) return;
  const meResponse = await call("me", null, {});
  const isCookieAccepted =
    meResponse.ok && (await readJson<{ session: boolean }>(meResponse)).session;
  // Another user may have signed in meanwhile.
  if (!isCookieAccepted || getSession()?.token !== token) return;
  const due = renewal?.due ?? null;
  moveToCookie(due);
  tellCookie(due);
}
