import { call, readError, readJson } from "./call.ts";
import { dropRefreshToken, keepGranted, getRefreshToken, type Granted } from "./session.ts";

let renewing: Promise<boolean> | null = null;

/**
 * Replaces the token with the refresh token, once for all requests that need it. `false`: there is
 * no refresh token, or the provider does not accept it any longer.
 */
export function renewToken(): Promise<boolean> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
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
