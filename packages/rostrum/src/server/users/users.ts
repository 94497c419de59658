import type { Budget } from "../../protocol/budget.ts";
import { HttpError } from "../http-error.ts";
import type { Ledger } from "./ledger.ts";
import { findEntry, type TokenEntry } from "./tokens.ts";
import { userBudget } from "./user-budget.ts";

/** Who asks. */
export interface User {
  /** `null` if the server needs no tokens. */
  name: string | null;
  budget: Budget | null;
  /** Sees what all users have spent. */
  admin: boolean;
}

/** The users of a server. */
export interface Users {
  /** Without tokens, all callers are the same unnamed user. */
  readonly open: boolean;
  /** The user of an Authorization header's token; `null` if the token is unknown. */
  byHeader(authorization: string | undefined): User | null;
  /** The user who started a debate earlier; `null` if the user no longer exists. */
  byName(name: string | undefined): User | null;
  /** Everybody who has a token. */
  all(): User[];
}

const ANYBODY: User = { name: null, budget: null, admin: true };

export function usersOf(entries: readonly TokenEntry[], ledger: Ledger): Users {
  const known = new Map<string, User>();
  for (const { user: name, budget } of entries) {
    const limited = budget && Object.keys(budget).length > 0;
    const admin = entries.some((entry) => entry.user === name && entry.admin === true);
    // One user may have several tokens; the first that names a limit sets it for all of them.
    if (known.get(name)?.budget) continue;
    known.set(name, { name, budget: limited ? userBudget(name, budget, ledger) : null, admin });
  }
  const open = entries.length === 0;
  return {
    open,
    byHeader(authorization) {
      if (open) return ANYBODY;
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
      const entry = token === undefined ? null : findEntry(entries, token);
      return entry && (known.get(entry.user) ?? null);
    },
    all: () => [...known.values()],
    byName(name) {
      if (open) return ANYBODY;
      return name === undefined ? null : (known.get(name) ?? null);
    },
  };
}

/** Refuses a user whose limit is used up, before any model is called. */
export function checkFunds({ budget }: User): void {
  if (budget === null) return;
  const spent = budget.spent();
  for (const limit of ["usd", "tokens", "calls"] as const) {
    const cap = budget.limits[limit];
    if (cap === undefined || spent[limit] < cap) continue;
    throw new HttpError(402, "budget", `your limit of ${cap} ${limit} is used up`);
  }
}
