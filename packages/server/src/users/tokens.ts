import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { ConfigError, typeName } from "@rostrum/core/support";
import type { SpendingLimit } from "../access/policy.ts";
import {
  findHighest,
  USER_ROLES,
  VISIBILITIES,
  type UserRole,
  type Visibility,
} from "../access/roles.ts";
import { combineLimits } from "./wallets.ts";

/**
 * Token of a person or program, with the user's spending limits on all servers that share the journal. Only the hash
 * is stored, so that a leaked file is useless.
 */
export interface TokenEntry extends SpendingLimit {
  /** The user's name in the runs and reviews made with this token. */
  user: string;
  /** Result of `hashToken()`. */
  hash: string;
  /** Permissions of the user. Default `reviewer`: everything that doesn't need an admin, on the debates that the user sees. */
  role?: UserRole;
  /** Short for the role `admin`. Default false. */
  admin?: boolean;
  /** The team that owns the user's debates and pays for them. Default: none. */
  team?: string;
  /** Debates that the user sees. Default: the server's `policy.sees`. */
  sees?: Visibility;
  /** The project that pays for this user's debates. Default: none, or the one that a request names. */
  project?: string;
}

/** Names that users can have. */
export const USER_NAME: RegExp = /^[\w.@-]{1,64}$/;
export const EXPECTED_USER_NAME = "expected 1 to 64 letters, digits or . @ _ -";

const MIN_TOKEN_CHARS = 20;

/** Creates a token of 256 random bits, so that a plain hash of it can't be reversed by guessing. */
export function newToken(): string {
  return `rostrum_${randomBytes(32).toString("base64url")}`;
}

/** Hashes a token for the config, so that the config doesn't contain the token. */
export function hashToken(token: string): string {
  if (typeof token !== "string" || token.length < MIN_TOKEN_CHARS) {
    // Never the token itself, which may only lack its end.
    const actual = typeof token === "string" ? token.length : typeName(token);
    const message = [
      `expected at least ${MIN_TOKEN_CHARS} characters, got ${actual}.`,
      "To make a token: rostrum serve --new-token <user>",
    ].join("\n");
    throw new ConfigError("token", message);
  }
  return `sha256:${hash("sha256", token)}`;
}

/** Refuses two entries with one token: it would be unclear whose it is. */
export function checkEntries(entries: readonly TokenEntry[]): void {
  const seenHashes = new Set<string>();
  for (const [index, { hash: entryHash }] of entries.entries()) {
    if (seenHashes.has(entryHash))
      throw new ConfigError(
        `auth.tokens[${index}].hash`,
        "expected a token that no other entry has",
      );
    seenHashes.add(entryHash);
  }
}

/** Finds the owner of a token, in constant time. */
export function findEntry(entries: readonly TokenEntry[], token: string): TokenEntry | null {
  const tokenHash = hash("sha256", token, "buffer");
  let match: TokenEntry | null = null;
  for (const entry of entries) {
    const entryHash = Buffer.from(entry.hash.slice("sha256:".length), "hex");
    if (timingSafeEqual(tokenHash, entryHash)) match = entry;
  }
  return match;
}

/** Default role of a token. A user must not act on the debates of others unless the token's entry says so. */
const TOKEN_ROLE: UserRole = "reviewer";

/** Combined rights and limits of all entries of a user. */
export interface CombinedEntries extends SpendingLimit {
  role: UserRole;
  sees: Visibility | null;
  team: string | null;
  project: string | null;
}

/** Combines the entries of one user: the highest role, the widest `sees`, the first team and the lowest limits. */
export function combineEntries(entries: readonly TokenEntry[]): CombinedEntries {
  const roles = entries.map(({ role, admin }) => (admin ? "admin" : (role ?? TOKEN_ROLE)));
  return {
    role: findHighest(USER_ROLES, roles) ?? TOKEN_ROLE,
    sees: findHighest(
      VISIBILITIES,
      entries.map(({ sees }) => sees),
    ),
    team: entries.find(({ team }) => team !== undefined)?.team ?? null,
    project: entries.find(({ project }) => project !== undefined)?.project ?? null,
    ...combineLimits(entries),
  };
}
