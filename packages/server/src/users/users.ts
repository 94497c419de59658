import type { Wallet } from "@rostrum/runtime/journal";
import { isForgottenName } from "@rostrum/runtime/sql-journal";
import type { UserRole, Visibility } from "../access/roles.ts";
import { EXPECTED_TOKEN, readBearerToken } from "../bearer-token.ts";
import { HttpError, signInError } from "../http-error.ts";
import type { AccessPolicy, SpendingLimit } from "../access/policy.ts";
import type { SignedInUser, VerifyToken } from "../oidc/verifier.ts";
import { combineEntries, findEntry, type TokenEntry } from "./tokens.ts";
import { combineLimits, listWallets, parseWallet } from "./wallets.ts";

/** User on whose behalf a request is made. */
export interface User {
  /** `null` if the server needs no tokens. */
  name: string | null;
  /** The team that owns the user's debates and pays for them. */
  team: string | null;
  role: UserRole;
  /** Debates that the user sees. */
  sees: Visibility;
  /** The project that pays; `null`: none. */
  project: string | null;
  /** The limits of the user, of the team and of the project, at this moment. */
  wallets: readonly Wallet[];
}

/** The users of a server. */
export interface Users {
  /** True if all callers are the same unnamed user, who may do everything. */
  readonly open: boolean;
  /** The user of an Authorization header's token. Rejects with the reason why there is none. */
  byHeader(authorization: string | undefined): Promise<User>;
  /** The user who started a debate earlier; `null` if the user no longer exists. */
  byName(name: string | undefined, team?: string, project?: string): User | null;
  /** Returns the user with another paying project. Refuses a project that doesn't exist or isn't the user's. */
  forProject(user: User, project: string | undefined): User;
  /** The projects that a request may name. */
  readonly projects: readonly string[];
  /** Returns true if somebody else could sign in under this name. */
  isUser(name: string): boolean;
  /** Every limit in the config, and those of these users. */
  wallets(userNames: readonly string[]): Wallet[];
}

const ANYBODY: User = {
  name: null,
  team: null,
  role: "admin",
  sees: "all",
  project: null,
  wallets: [],
};

const DEFAULT_SEES: Visibility = "own";

/**
 * `verify` checks tokens of an identity provider; `null` without one. Without either and without tokens, everyone may
 * call if `mayBeOpen`, else nobody.
 */
export function createUsers(
  tokens: readonly TokenEntry[],
  policy: AccessPolicy,
  verify: VerifyToken | null,
  mayBeOpen: boolean,
  now: () => number = () => Date.now(),
): Users {
  const names = new Set(tokens.map(({ user }) => user));
  const open = mayBeOpen && tokens.length === 0 && verify === null;
  const defaultSees = policy.sees ?? DEFAULT_SEES;
  const projects = Object.keys(policy.projects ?? {});

  function createUser(name: string, grant: Omit<SignedInUser, "name">): User {
    const { role, team, sees, project } = grant;
    const wallets = [
      ...findOwnWallets(name),
      ...findShared("team", team),
      ...findShared("project", project),
    ];
    const visible = role === "admin" ? "all" : (sees ?? defaultSees);
    return { name, team, role, sees: visible, project, wallets };
  }

  function findLimit(name: string): SpendingLimit {
    const entries = tokens.filter(({ user }) => user === name);
    return combineLimits([...entries, findByName(policy.users, name) ?? {}], policy.everybody);
  }

  const findOwnWallets = (name: string): Wallet[] =>
    listWallets("user", name, findLimit(name), now());

  function findShared(kind: "team" | "project", name: string | null): Wallet[] {
    if (name === null) return [];
    const limits = kind === "team" ? policy.teams : policy.projects;
    return listWallets(kind, name, findByName(limits, name), now());
  }

  function tokenUser(name: string): User {
    return createUser(name, combineEntries(tokens.filter(({ user }) => user === name)));
  }

  function byName(name: string | undefined, team?: string, project?: string): User | null {
    if (open) return withProject(ANYBODY, project);
    if (name === undefined) return null;
    if (names.has(name)) return withProject(tokenUser(name), project);
    // The provider may no longer have this user, but the debate belonged to them.
    const grant = { role: "asker" as const, team: team ?? null, sees: null, project: null };
    return verify && withProject(createUser(name, grant), project);
  }

  function withProject(user: User, project: string | undefined): User {
    if (project === undefined || project === user.project) return user;
    const wallets = user.wallets.filter((wallet) => parseWallet(wallet.name).kind !== "project");
    return { ...user, project, wallets: [...wallets, ...findShared("project", project)] };
  }

  function forProject(user: User, project: string | undefined): User {
    if (project === undefined || project === user.project) return user;
    if (user.project !== null && user.role !== "admin") {
      const message = `expected the project "${user.project}", which pays for all your debates, got "${project.slice(0, 80)}": name no project, or ask an admin to change yours`;
      throw new HttpError(403, "forbidden", message, { field: "project" });
    }
    if (findByName(policy.projects, project) === undefined) {
      const projectNames = projects.length === 0 ? "this server has none" : projects.join(", ");
      const message = `expected a project of this server (${projectNames}), got "${project.slice(0, 80)}"`;
      throw new HttpError(400, "unknown_project", message, { field: "project" });
    }
    return withProject(user, project);
  }

  return {
    open,
    async byHeader(authorization) {
      if (open) return ANYBODY;
      if (authorization === undefined) {
        throw signInError("no_token", EXPECTED_TOKEN);
      }
      const token = readBearerToken(authorization);
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
    forProject,
    projects,
    isUser: (name) => !open && (names.has(name) || (verify !== null && !isForgottenName(name))),
    wallets(userNames) {
      const all = [
        ...[...names].flatMap((name) => tokenUser(name).wallets),
        ...Object.keys(policy.users ?? {}).flatMap(findOwnWallets),
        ...Object.keys(policy.teams ?? {}).flatMap((team) => findShared("team", team)),
        ...projects.flatMap((project) => findShared("project", project)),
        ...userNames.flatMap((name) => byName(name)?.wallets ?? []),
      ];
      return [...new Map(all.map((wallet) => [wallet.name, wallet])).values()];
    },
  };
}

function findByName<T>(record: Record<string, T> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
