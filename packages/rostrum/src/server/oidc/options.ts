import { ConfigError } from "../../errors.ts";
import { knownKeys } from "../../options/index.ts";
import { isLoopback } from "../address.ts";
import { USER_ROLES, VISIBILITIES, type UserRole, type Visibility } from "../access/roles.ts";

/** What members of a group may do. */
export interface Grant {
  role: UserRole;
  /** The team that owns their debates and pays for them. Default: none. */
  team?: string;
  /** Whose debates they see. Default: the server's `sees`. */
  sees?: Visibility;
}

/** Users who sign in with an identity provider, by OpenID Connect. */
export interface OidcOptions {
  /** The provider's address, exactly as in the claim `iss` of its tokens. */
  issuer: string;
  /** The claim `aud` that tokens for this server have. */
  audience: string | string[];
  /**
   * The address of the provider's keys. Default: the one in its
   * `/.well-known/openid-configuration`.
   */
  jwksUri?: string;
  /** Signature algorithms to accept. Default RS256, PS256, ES256 and EdDSA. */
  algorithms?: string[];
  /** Seconds by which the clocks of server and provider may differ. Default 30. */
  clockSkewSeconds?: number;
  /** The claim with the user's name, which must be unique and never change. Default `sub`. */
  userClaim?: string;
  /**
   * The claim with the names of the user's groups, with dots for a nested claim. Default `groups`.
   */
  groupsClaim?: string;
  /**
   * What each group may do. A user in several groups gets the highest role, the widest `sees` and
   * the first team.
   */
  groups: Record<string, Grant>;
  /** What users in none of these groups may do. Default: they are refused. */
  everybody?: Grant;
  /** Lets people sign in from the page. Default: they bring a token. */
  signIn?: SignInOptions;
}

/** The page as a public client of the provider: OpenID Connect's code flow with PKCE, without a secret. */
export interface SignInOptions {
  /** The page's client id at the provider, where the page's address is a redirect address. */
  clientId: string;
  /** What to ask for. Default `["openid"]`. */
  scopes?: string[];
  /** Which of the provider's tokens this server gets; it must be a JWT for `audience`. Default `access_token`. */
  token?: "access_token" | "id_token";
  /** More parameters that the provider needs, such as `audience` or `resource`. Default: none. */
  parameters?: Record<string, string>;
}

export const SAFE_ALGORITHMS: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const KEYS: readonly (keyof OidcOptions)[] = [
  "issuer",
  "audience",
  "jwksUri",
  "algorithms",
  "clockSkewSeconds",
  "userClaim",
  "groupsClaim",
  "groups",
  "everybody",
  "signIn",
];

const SIGN_IN_KEYS: readonly (keyof SignInOptions)[] = [
  "clientId",
  "scopes",
  "token",
  "parameters",
];
/** The page sets these itself. */
const OF_THE_FLOW =
  /^(?:response_type|response_mode|client_id|redirect_uri|scope|state|code_challenge(?:_method)?)$/;

const MOST_SKEW = 300;

/** Refuses options that would accept tokens by mistake. */
export function checkOidc(options: OidcOptions): void {
  const at = "auth.oidc";
  knownKeys(options, KEYS, at);
  const { issuer, audience, jwksUri, algorithms, clockSkewSeconds, groups, everybody } = options;
  checkAddress(issuer, `${at}.issuer`);
  if (jwksUri !== undefined) checkAddress(jwksUri, `${at}.jwksUri`);
  const audiences = Array.isArray(audience) ? audience : [audience];
  if (audiences.length === 0 || !audiences.every(isText)) {
    throw new ConfigError(`${at}.audience`, "expected the audience of this server's tokens");
  }
  for (const [index, algorithm] of (algorithms ?? []).entries()) {
    if (SAFE_ALGORITHMS.includes(algorithm)) continue;
    throw new ConfigError(
      `${at}.algorithms[${index}]`,
      `expected one of ${SAFE_ALGORITHMS.join(", ")}, got "${algorithm}"`,
    );
  }
  if (algorithms?.length === 0) {
    throw new ConfigError(`${at}.algorithms`, "expected at least one algorithm");
  }
  const skew = clockSkewSeconds ?? 0;
  if (typeof skew !== "number" || !(skew >= 0 && skew <= MOST_SKEW)) {
    throw new ConfigError(`${at}.clockSkewSeconds`, `expected 0 to ${MOST_SKEW} seconds`);
  }
  for (const claim of ["userClaim", "groupsClaim"] as const) {
    if (options[claim] === undefined || isText(options[claim])) continue;
    throw new ConfigError(`${at}.${claim}`, "expected the name of a claim");
  }
  if (typeof groups !== "object" || groups === null || Array.isArray(groups)) {
    throw new ConfigError(`${at}.groups`, 'expected { "name of a group": { "role": "asker" } }');
  }
  for (const [name, grant] of Object.entries(groups)) checkGrant(grant, `${at}.groups.${name}`);
  if (everybody !== undefined) checkGrant(everybody, `${at}.everybody`);
  if (options.signIn !== undefined) checkSignIn(options.signIn, `${at}.signIn`);
}

function checkSignIn(signIn: unknown, at: string): void {
  const given = Object(signIn) as Record<string, unknown>;
  knownKeys(given, SIGN_IN_KEYS, at);
  const { clientId, scopes = [], token = "access_token", parameters = {} } = given;
  if (!isText(clientId)) throw new ConfigError(`${at}.clientId`, "expected the page's client id");
  if (!Array.isArray(scopes) || !scopes.every(isText)) {
    throw new ConfigError(`${at}.scopes`, 'expected a list such as ["openid", "groups"]');
  }
  if (token !== "access_token" && token !== "id_token") {
    throw new ConfigError(`${at}.token`, "expected access_token or id_token");
  }
  const entries = Object.entries(Object(parameters) as Record<string, unknown>);
  if (!entries.every(([name, value]) => isText(value) && !OF_THE_FLOW.test(name))) {
    throw new ConfigError(
      `${at}.parameters`,
      "expected texts by name, and none that the page sets itself",
    );
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function checkAddress(value: unknown, at: string): void {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null;
  const safe =
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && isLoopback(url.hostname.replaceAll(/^\[|\]$/g, "")));
  if (url && safe && url.username === "" && url.password === "") return;
  throw new ConfigError(at, "expected an https:// address (or http:// on this machine)");
}

export function checkGrant(grant: unknown, at: string): void {
  const given = Object(grant) as Partial<Grant>;
  knownKeys(given, ["role", "team", "sees"], at);
  const { role, team, sees } = given;
  if (!USER_ROLES.includes(role as UserRole)) {
    throw new ConfigError(`${at}.role`, `expected ${USER_ROLES.join(", ")}, got "${String(role)}"`);
  }
  checkTeam(team, at);
  checkSees(sees, at);
}

export function checkTeam(team: unknown, at: string): void {
  if (team === undefined || (typeof team === "string" && /^[^\p{C}]{1,64}$/u.test(team))) return;
  throw new ConfigError(`${at}.team`, "expected a name of 1 to 64 characters");
}

export function checkSees(sees: unknown, at: string): void {
  if (sees === undefined || VISIBILITIES.includes(sees as Visibility)) return;
  throw new ConfigError(`${at}.sees`, `expected ${VISIBILITIES.join(", ")}, got "${String(sees)}"`);
}
