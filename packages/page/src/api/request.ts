import { call, type Call, readError, readJson } from "./call.ts";
import {
  countSignIns,
  dropRefreshToken,
  getRefreshToken,
  getToken,
  type GrantedTokens,
  isDue,
  storeGrantedTokens,
  noteCookie,
  noteNoRenewal,
  planDue,
} from "./session.ts";
import { askTabs } from "./tabs.ts";
import { askForToken } from "./token.ts";

export interface Request extends Call {
  /** Needs no signed-in user. */
  open?: boolean;
}

/**
 * Calls the server with the user's token. A token that is about to expire is renewed first. Without a token, other
 * tabs and then the user are asked for one, and the request continues afterwards.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const { open = false, ...rest } = request;
  // Renewing takes a request of its own, for which a closing page has no time.
  if (!open && !request.keepalive && isDue(Date.now())) await renewToken().catch(() => false);
  for (let renewed = false; ;) {
    const token = open ? null : getToken();
    const signIns = countSignIns();
    const response = await call(path, token, rest);
    if (response.ok) return response;
    if (response.status !== 401 || open) throw await readError(response);
    // Another request may have signed in meanwhile, perhaps with a cookie.
    const isRefused = (): boolean => countSignIns() === signIns && getToken() === token;
    if (!isRefused()) continue;
    if (!renewed && (await renewToken())) renewed = true;
    else if (!(await askTabs()) && isRefused()) await askForToken();
  }
}

export async function fetchJson<T>(path: string, request?: Request): Promise<T> {
  return readJson(await send(path, request));
}

let renewing: Promise<boolean> | null = null;

/** Renews the token once for all requests that wait for it. Returns false without a valid refresh token. */
function renewToken(): Promise<boolean> {
  renewing ??= renewOnce().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** A refresh token can be used only once, so tabs take turns and share the new token. */
async function renewOnce(): Promise<boolean> {
  const isInTab = getToken() !== null;
  if (isInTab && getRefreshToken() === null) return false;
  // Missing outside of secure contexts, where no sign-in brings a refresh token.
  const locks = navigator.locks as LockManager | undefined;
  const turn = async (): Promise<boolean> =>
    isInTab ? (await askTabs()) || renew() : renewCookie();
  return locks ? locks.request("rostrum.renewal", turn) : turn();
}

/** Renews a session whose refresh token is in a cookie. */
async function renewCookie(): Promise<boolean> {
  const response = await call("session/refresh", null, { method: "POST" });
  if (response.ok) {
    const { expiresIn } = await readJson<{ expiresIn: number | null }>(response);
    noteCookie(planDue(expiresIn, Date.now()));
    return true;
  }
  if (response.status !== 401) throw await readError(response);
  // Not an error: the session may still be valid. The server refuses requests once it has ended.
  noteNoRenewal();
  return false;
}

async function renew(): Promise<boolean> {
  const current = getRefreshToken();
  if (current === null) return false;
  const body = { refreshToken: current };
  const response = await call("auth/refresh", null, { method: "POST", body });
  if (response.ok) {
    storeGrantedTokens(await readJson<GrantedTokens>(response), Date.now());
    return true;
  }
  if (response.status !== 401) throw await readError(response);
  dropRefreshToken();
  return false;
}
