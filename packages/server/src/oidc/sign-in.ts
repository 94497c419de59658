import { signInError } from "../http-error.ts";
import { createDiscovery, fetchJson, unavailable } from "./discovery.ts";
import type { OidcOptions } from "./options.ts";

/** Signs people in for the page, with the provider's code flow and PKCE. */
export interface SignIn {
  /** Address and parameters that the page sends people to. */
  offer(): Promise<{ address: string; parameters: Record<string, string> }>;
  /** Exchanges a code for the provider's token, which is verified with every request like any other token. */
  exchange(grant: { code: string; verifier: string; redirectUri: string }): Promise<SignInTokens>;
  /** Exchanges a refresh token for a new token. */
  refresh(refreshToken: string): Promise<SignInTokens>;
}

/** Tokens that the provider gives the page. */
export interface SignInTokens {
  token: string;
  /** `null`: when the token expires, people sign in again. */
  refreshToken: string | null;
  /** Seconds until the token expires; `null`: not known. */
  expiresIn: number | null;
}

/** `null`: the options name no client for the page. */
export function createSignIn(options: OidcOptions): SignIn | null {
  const { issuer, signIn } = options;
  if (signIn === undefined) return null;
  const { clientId, scopes = ["openid"], token = "access_token", parameters = {} } = signIn;
  const findAddress = createDiscovery(issuer);

  return {
    async offer() {
      return {
        address: await findAddress("authorization_endpoint"),
        parameters: {
          ...parameters,
          response_type: "code",
          client_id: clientId,
          scope: scopes.join(" "),
          code_challenge_method: "S256",
        },
      };
    },
    exchange: ({ code, verifier, redirectUri }) =>
      requestSession({
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    async refresh(refreshToken) {
      const session = await requestSession({
        grant_type: "refresh_token",
        refresh_token: refreshToken,
      });
      // A provider that does not replace refresh tokens sends none.
      return { ...session, refreshToken: session.refreshToken ?? refreshToken };
    },
  };

  async function requestSession(grant: Record<string, string>): Promise<SignInTokens> {
    const address = await findAddress("token_endpoint");
    const body = new URLSearchParams({ client_id: clientId, ...grant });
    const answer = await fetchJson(address, { method: "POST", body });
    if (answer.status >= 500) throw unavailable();
    const tokenResponse = Object(answer.body) as Record<string, unknown>;
    const value = tokenResponse[token];
    if (answer.status === 200 && typeof value === "string") {
      const refreshToken = tokenResponse["refresh_token"];
      return {
        token: value,
        refreshToken: typeof refreshToken === "string" ? refreshToken : null,
        expiresIn: computeSecondsLeft(value, tokenResponse["expires_in"]),
      };
    }
    // The provider's words may repeat the code.
    const message = "the identity provider did not accept the sign-in: try again";
    throw signInError("sign_in_refused", message);
  }
}

/** Prefers the token's own `exp`, because this server checks that. */
function computeSecondsLeft(token: string, expiresIn: unknown): number | null {
  try {
    const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { exp } = Object(JSON.parse(claims)) as { exp?: unknown };
    if (typeof exp === "number") return Math.round(exp - Date.now() / 1000);
  } catch {
    // The token is not a readable JWT: use the provider's `expires_in`.
  }
  return typeof expiresIn === "number" && Number.isFinite(expiresIn) ? expiresIn : null;
}
