import type { Amount, Wallet } from "../../protocol/service-store.ts";
import {
  findGreatest,
  USER_ROLES,
  VISIBILITIES,
  type UserRole,
  type Visibility,
} from "../access/roles.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { signInError } from "../http-error.ts";
import type { AccessPolicy } from "../access/policy.ts";
import type { SignedInUser, VerifyToken } from "../oidc/verifier.ts";
import { findEntry, type TokenEntry } from "./tokens.ts";

/** Who asks. */
export interface User {
  /** `null` if the server needs no tokens. */
  name: string | null;
  /** The team that owns the user's debates and pays for them. */
  team: string | null;
  role: UserRole;
  /** Whose debates the user sees. */
  sees: Visibility;
  /** The limits of the user and of the team. */
  wallets: readonly Wallet[];
}

/** The users of a server. */
export interface Users {
  /** Without tokens, all callers are the same unnamed user. */
  readonly open: boolean;
  /** The user of an Authorization header's token. Rejects with the reason why there is none. */
  byHeader(authorization: string | undefined): Promise<User>;
  /** The user who started a debate earlier; `null` if the user no longer exists. */
  byName(name: string | undefined, team?: string): User | null;
  /** Whether somebody else could sign in under this name. */
  isUser(name: string): boolean;
  /** Every limit in the config, and those of these users. */
  wallets(others: readonly string[]): Wallet[];
}

const ANYBODY: User = { name: null, team: null, role: "admin", sees: "all", wallets: [] };

/** The role of a token whose entry names none: what every token allowed before there were roles. */
const TOKEN_ROLE: UserRole = "reviewer";

/** `verify` checks tokens of an identity provider; `null` without one. */
export function createUsers(
  tokens: readonly TokenEntry[],
  policy: AccessPolicy,
  verify: VerifyToken | null,
): Users {
  const names = new Set(tokens.map(({ user }) => user));
  const open = tokens.length === 0 && verify === null;
  const defaultSees = policy.sees ?? "all";

  function createUser(name: string, given: Omit<SignedInUser, "name">): User {
    const { role, team, sees } = given;
    return { name, team, role, sees: sees ?? defaultSees, wallets: findWallets(name, team) };
  }

  function findLimits(name: string): Partial<Amount> | undefined {
    // One user may have several tokens; the first that names a limit sets it for all of them.
    const own = tokens.find(({ user, budget }) => user === name && !isEmpty(budget))?.budget;
    return own ?? findByName(policy.users, name)?.budget ?? policy.everybody?.budget;
  }

  function findWallets(name: string, team: string | null): Wallet[] {
    const own = findLimits(name);
    const shared = team === null ? undefined : findByName(policy.teams, team)?.budget;
    return [
      ...(isEmpty(own) ? [] : [{ name: `user:${name}`, limits: omitUndefined(own) }]),
      ...(isEmpty(shared) ? [] : [{ name: `team:${team}`, limits: omitUndefined(shared) }]),
    ];
  }

  /** Combines all entries of a user. */
  function tokenUser(name: string): User {
    const entries = tokens.filter(({ user }) => user === name);
    const roles = entries.map(({ role, admin }) => (admin ? "admin" : (role ?? TOKEN_ROLE)));
    return createUser(name, {
      role: findGreatest(USER_ROLES, roles) ?? TOKEN_ROLE,
      team: entries.find(({ team }) => team !== undefined)?.team ?? null,
      sees: findGreatest(
        VISIBILITIES,
        entries.map(({ sees }) => sees),
      ),
    });
  }

  function byName(name: string | undefined, team?: string): User | null {
    if (open) return ANYBODY;
    if (name === undefined) return null;
    if (names.has(name)) return tokenUser(name);
    // The provider may no longer have this user, but the debate belonged to them.
    return verify && createUser(name, { role: "asker", team: team ?? null, sees: null });
  }

  return {
    open,
    async byHeader(authorization) {
      if (open) return ANYBODY;
      if (authorization === undefined) {
        throw signInError("no_token", "expected the header Authorization: Bearer <token>");
      }
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      const entry = token === undefined ? null : findEntry(tokens, token);
      if (entry) return tokenUser(entry.user);
      if (token === undefined || verify === null || token.split(".").length !== 3) {
        throw signInError("bad_token", "that token is not known here");
      }
      const { name, ...given } = await verify(token);
      // A user of the provider must not pass for a user of the tokens file by having the same name.
      if (names.has(name)) {
        const message =
          "expected a name that is not in this server's tokens file: ask its admin to rename one of the users";
        throw signInError("name_taken", message);
      }
      return createUser(name, given);
    },
    byName,
    isUser: (name) => !open && (names.has(name) || verify !== null),
    wallets(others) {
      const all = [
        ...[...names].flatMap((name) => tokenUser(name).wallets),
        ...Object.keys(policy.users ?? {}).flatMap((name) => findWallets(name, null)),
        ...Object.keys(policy.teams ?? {}).flatMap((team) =>
          findWallets("", team).filter(({ name }) => name.startsWith("team:")),
        ),
        ...others.flatMap((name) => byName(name)?.wallets ?? []),
      ];
      return [...new Map(all.map((wallet) => [wallet.name, wallet])).values()];
    },
  };
}

function findByName<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function isEmpty(limits: Partial<Amount> | undefined): limits is undefined {
  return limits === undefined || Object.keys(limits).length === 0;
}
