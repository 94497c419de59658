import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../app-env.ts";
import { HttpError } from "../http-error.ts";

/**
 * Cookie for a session of the page over several tabs. It holds the user's own token; no script can read it, and the
 * browser sends it to this server alone. The server stores nothing, so revoking a token ends its sessions.
 */
const SESSION_COOKIE = "__Secure-rostrum";
/** Sent only to the route that exchanges it. */
const REFRESH_COOKIE = "__Secure-rostrum-refresh";
const SESSION_SECONDS = 12 * 60 * 60;
/** Browsers keep cookies of up to 4,096 bytes. */
const MAX_COOKIE_BYTES = 3800;

/** Reads the credentials: the header, or the cookie if a page of this server sent the request. */
export function readAuthorization(c: Context<AppEnv>): string | undefined {
  const header = readTokenHeader(c);
  if (header !== undefined) return header;
  // Another site, or another server on this host, can make a browser send a cookie, but not this header's value.
  const site = c.req.header("sec-fetch-site");
  if (site !== "same-origin" && site !== "none") return undefined;
  const token = getCookie(c, SESSION_COOKIE);
  return token === undefined ? undefined : `Bearer ${token}`;
}

/** Reads the header with the caller's token. Anthropic's clients use their own header. */
function readTokenHeader(c: Context<AppEnv>): string | undefined {
  const key = c.req.header("x-api-key");
  return c.req.header("authorization") ?? (key === undefined ? undefined : `Bearer ${key}`);
}

/** Returns true if the caller has signed in with a cookie. */
export function hasSession(c: Context<AppEnv>): boolean {
  return readTokenHeader(c) === undefined && getCookie(c, SESSION_COOKIE) !== undefined;
}

export function startSession(c: Context<AppEnv>, token: string, refreshToken: string | null): void {
  if (token.length > MAX_COOKIE_BYTES || (refreshToken?.length ?? 0) > MAX_COOKIE_BYTES) {
    const message = "expected a token that fits into a cookie: sign in again in each tab";
    throw new HttpError(409, "token_too_long", message);
  }
  const common = {
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
    maxAge: SESSION_SECONDS,
  } as const;
  const { base } = c.get("via");
  setCookie(c, SESSION_COOKIE, token, { ...common, path: base || "/" });
  if (refreshToken !== null)
    setCookie(c, REFRESH_COOKIE, refreshToken, { ...common, path: `${base}/session` });
}

export function endSession(c: Context<AppEnv>): void {
  const { base } = c.get("via");
  deleteCookie(c, SESSION_COOKIE, { secure: true, path: base || "/" });
  deleteCookie(c, REFRESH_COOKIE, { secure: true, path: `${base}/session` });
}

export function readRefreshToken(c: Context<AppEnv>): string | undefined {
  return c.req.header("sec-fetch-site") === "same-origin"
    ? getCookie(c, REFRESH_COOKIE)
    : undefined;
}
