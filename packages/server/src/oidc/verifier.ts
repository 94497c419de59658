import type { JWTVerifyGetKey } from "jose";
import { isForgottenName } from "@rostrum/runtime/sql-journal";
import { loadPeer } from "../load-peer.ts";
import { HttpError, signInError } from "../http-error.ts";
import {
  findHighest,
  USER_ROLES,
  VISIBILITIES,
  type UserRole,
  type Visibility,
} from "../access/roles.ts";
import { createKeySet } from "./key-set.ts";
import type { OidcOptions } from "./options.ts";

/** Owner of a token, with their permissions. */
export interface SignedInUser {
  name: string;
  role: UserRole;
  team: string | null;
  /** `null`: the server's default. */
  sees: Visibility | null;
  /** The project that pays; `null`: none. */
  project: string | null;
}

/** Checks tokens of an identity provider. Rejects with an error that says what is wrong with a token. */
export type VerifyToken = (token: string) => Promise<SignedInUser>;

const DEFAULT_ALGORITHMS: readonly string[] = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];
const DEFAULT_SKEW_SECONDS = 30;
const MAX_TOKEN_CHARS = 8192;
const MAX_GROUPS = 1000;
/** No control characters, no text direction marks, no space at either end. */
const NAME = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,200}(?<!\s)$/u;

export function createVerifier(options: OidcOptions): VerifyToken {
  const { issuer, audience, userClaim = "sub", clockSkewSeconds = DEFAULT_SKEW_SECONDS } = options;
  const algorithms = [...(options.algorithms ?? DEFAULT_ALGORITHMS)];
  const requiredClaims = ["exp", userClaim.split(".")[0] ?? userClaim];
  const expected = {
    issuer,
    audience,
    algorithms,
    clockTolerance: clockSkewSeconds,
    requiredClaims,
  };
  let keys: JWTVerifyGetKey | null = null;

  return async (token) => {
    if (token.length > MAX_TOKEN_CHARS)
      throw signInError("token_too_long", "that token is too long");
    const jose = await loadPeer("jose", () => import("jose"));
    keys ??= createKeySet(issuer, options.jwksUri, jose);
    const checked = await jose.jwtVerify(token, keys, expected).catch((error: unknown) => {
      throw error instanceof HttpError ? error : explainRefusal(error);
    });
    checkKind(checked.protectedHeader.typ, checked.payload);
    return readSignedInUser(checked.payload, options);
  };
}

/** Types of tokens that identify a caller. Older providers write no type, or `JWT`. */
const TOKEN_TYPES: ReadonlySet<string> = new Set(["jwt", "at+jwt", "id_token+jwt"]);

/**
 * A provider signs other tokens with the same keys: to end a session, to report an event, to prove possession. None of
 * them is a sign-in, although issuer and audience may be right.
 */
function checkKind(typ: string | undefined, claims: Record<string, unknown>): void {
  const kind = (typ ?? "jwt").toLowerCase().replace(/^application\//, "");
  if (TOKEN_TYPES.has(kind) && claims["events"] === undefined) return;
  throw signInError("bad_token_type", "expected an access token or an id token, got another token");
}

/** Reads the owner and their permissions from the claims of a verified token. */
function readSignedInUser(claims: Record<string, unknown>, options: OidcOptions): SignedInUser {
  const { userClaim = "sub", groupsClaim = "groups" } = options;
  const name = readClaim(claims, userClaim);
  if (typeof name !== "string" || !NAME.test(name) || isForgottenName(name)) {
    const message = `expected a name of 1 to 200 characters in the claim "${userClaim}"`;
    throw signInError("bad_claim", message);
  }
  const groups = readGroups(claims, groupsClaim);
  // In the order of the config, not of the token: the first team counts.
  const grants = Object.entries(options.groups)
    .filter(([group]) => groups.has(group))
    .map(([, grant]) => grant);
  const all = grants.length > 0 ? grants : options.everybody ? [options.everybody] : [];
  if (all.length === 0) {
    const message = "expected a member of a group that may use this server: ask its admin";
    throw new HttpError(403, "no_role", message, { user: name });
  }
  return {
    name,
    role:
      findHighest(
        USER_ROLES,
        all.map(({ role }) => role),
      ) ?? "viewer",
    team: all.find(({ team }) => team !== undefined)?.team ?? null,
    project: all.find(({ project }) => project !== undefined)?.project ?? null,
    sees: findHighest(
      VISIBILITIES,
      all.map(({ sees }) => sees),
    ),
  };
}

function readGroups(claims: Record<string, unknown>, claim: string): Set<string> {
  const value = readClaim(claims, claim);
  if (value === undefined || value === null) return new Set();
  const list = typeof value === "string" ? [value] : value;
  const wellFormed =
    Array.isArray(list) &&
    list.length <= MAX_GROUPS &&
    list.every((group) => typeof group === "string");
  if (wellFormed) return new Set(list);
  throw signInError("bad_claim", `expected a list of names in the claim "${claim}"`);
}

function readClaim(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const part of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Messages repeat no part of the token, because it may be valid elsewhere. */
function explainRefusal(error: unknown): HttpError {
  const { code, claim } = Object(error) as { code?: unknown; claim?: unknown };
  if (code === "ERR_JWT_EXPIRED") return signInError("token_expired", "that token has expired");
  if (code === "ERR_JWT_CLAIM_VALIDATION_FAILED") {
    const name = typeof claim === "string" && /^\w{1,40}$/.test(claim) ? claim : "a claim";
    return signInError("bad_claim", `that token is not for this server, or not yet (${name})`);
  }
  return signInError("bad_token", "that token is not known here");
}
