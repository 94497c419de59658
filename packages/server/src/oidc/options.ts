import type { UserRole, Visibility } from "../access/roles.ts";

/** Permissions of a group's members. */
export interface Grant {
  role: UserRole;
  /** The team that owns their debates and pays for them. Default: none. */
  team?: string;
  /** The project that pays for their debates. Default: none, or the one that a request names. */
  project?: string;
  /** Debates that members see. Default: the server's `sees`. */
  sees?: Visibility;
}

/** Users who sign in with an identity provider, by OpenID Connect. */
export interface OidcOptions {
  /** The provider's address, exactly as in the claim `iss` of its tokens. */
  issuer: string;
  /** The claim `aud` that tokens for this server have. */
  audience: string | string[];
  /** The address of the provider's keys. Default: the one in its `/.well-known/openid-configuration`. */
  jwksUri?: string;
  /** Signature algorithms to accept. Default RS256, PS256, ES256 and EdDSA. */
  algorithms?: string[];
  /** Seconds by which the clocks of server and provider may differ. Default 30. */
  clockSkewSeconds?: number;
  /** The claim with the user's name, which must be unique and never change. Default `sub`. */
  userClaim?: string;
  /** The claim with the names of the user's groups, with dots for a nested claim. Default `groups`. */
  groupsClaim?: string;
  /** Permissions per group. A user in several groups gets the highest role, the widest `sees` and the first team. */
  groups: Record<string, Grant>;
  /** Permissions of users in none of these groups. Default: they are refused. */
  everybody?: Grant;
  /** Lets people sign in from the page. Default: they bring a token. */
  signIn?: SignInOptions;
}

/** The page as a public client of the provider: OpenID Connect's code flow with PKCE, without a secret. */
export interface SignInOptions {
  /** The page's client id at the provider, where the page's address is a redirect address. */
  clientId: string;
  /** Scopes to request. Default `["openid"]`. */
  scopes?: string[];
  /** Which of the provider's tokens this server gets; it must be a JWT for `audience`. Default `access_token`. */
  token?: "access_token" | "id_token";
  /** More parameters that the provider needs, such as `audience` or `resource`. Default: none. */
  parameters?: Record<string, string>;
}
