import { call, type Call, readError, readJson } from "./call.ts";
import {
  countSignIns,
  dropRefreshToken,
  getRefreshToken,
  getToken,
  type Granted,
  isDue,
  keepGranted,
  noteCookie,
  noteNoRenewal,
  planDue,
} from "./session.ts";
import { askTabs } from "./tabs.ts";
import { askForToken } from "./token.ts";

export interface Request extends Call {
  /** Nobody has to be signed in for it. */
  open?: boolean;
}

/**
 * Calls the server, with the user's token if it needs one. A token that is about to expire is
 * replaced first. Where there is none, another tab may have one; else the user is asked, and the
 * request goes on afterwards.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const { open = false, ...rest } = request;
  // While the page is being closed there is no time to wait.
  if (!open && !request.keepalive && isDue(Date.now())) await renewToken().catch(() => false);
  for (let renewed = false; ;) {
    const token = open ? null : getToken();
    const signIns = countSignIns();
    const response = await call(path, token, rest);
    if (response.ok) return response;
    if (response.status !== 401 || open) throw await readError(response);
    // Somebody may sign in meanwhile, and the token may be in a cookie by then.
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

/**
 * Replaces the token with the refresh token, once for all requests that need it. `false`: there is
 * no refresh token, or the provider does not accept it any longer.
 */
function renewToken(): Promise<boolean> {
  renewing ??= renewOnce().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** A refresh token can be used once only, so tabs wait for one another and take over what another got. */
async function renewOnce(): Promise<boolean> {
  const isInTab = getToken() !== null;
  if (isInTab && getRefreshToken() === null) return false;
  // Without it, there is no secure context, and so no sign-in that brings a refresh token.
  const locks = navigator.locks as LockManager | undefined;
  const turn = async (): Promise<boolean> =>
    isInTab ? (await askTabs()) || renew() : renewCookie();
  return locks ? locks.request("rostrum.renewal", turn) : turn();
}

/** The refresh token is in a cookie too. */
async function renewCookie(): Promise<boolean> {
  const response = await call("session/refresh", null, { method: "POST" });
  if (response.ok) {
    const { expiresIn } = await readJson<{ expiresIn: number | null }>(response);
    noteCookie(planDue(expiresIn, Date.now()));
    return true;
  }
  if (response.status !== 401) throw await readError(response);
  // The session may last without being renewed; the server says when it is over.
  noteNoRenewal();
  return false;
}

async function renew(): Promise<boolean> {
  const current = getRefreshToken();
  if (current === null) return false;
  const body = { refreshToken: current };
  const response = await call("auth/refresh", null, { method: "POST", body });
  if (response.ok) {
    keepGranted(await readJson<Granted>(response), Date.now());
    return true;
  }
  if (response.status !== 401) throw await readError(response);
  dropRefreshToken();
  return false;
}
