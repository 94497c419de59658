import { call, readError, readJson, type Call } from "./call.ts";
import { renewToken } from "./renew.ts";
import { getToken, isDue } from "./session.ts";
import { askForToken } from "./token.ts";

export interface Request extends Call {
  /** Nobody has to be signed in for it. */
  open?: boolean;
}

/**
 * Calls the server, with the user's token if it needs one. A token that is about to expire is
 * replaced first; if that is not possible, the user is asked, and the request goes on afterwards.
 */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const { open = false, ...rest } = request;
  // While the page is being closed there is no time to wait.
  if (!open && !request.keepalive && isDue(Date.now())) await renewToken().catch(() => false);
  for (let renewed = false; ;) {
    const token = open ? null : getToken();
    const response = await call(path, token, rest);
    if (response.ok) return response;
    if (response.status !== 401 || open) throw await readError(response);
    // Another request may have brought a new token while this one was in flight.
    if (getToken() !== token) continue;
    if (!renewed && (await renewToken())) renewed = true;
    else await askForToken();
  }
}

export async function fetchJson<T>(path: string, request?: Request): Promise<T> {
  return readJson(await send(path, request));
}
