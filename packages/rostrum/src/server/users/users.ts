import type { Budget } from "../../protocol/budget.ts";
import { HttpError } from "../http-error.ts";
import type { Ledger } from "./ledger.ts";
import { findEntry, type TokenEntry } from "./tokens.ts";
import { userBudget } from "./user-budget.ts";

/** Who asks. */
export interface User {
  /** `null` where nobody needs a token. */
  name: string | null;
  budget: Budget | null;
}

/** The users of a server. */
export interface Users {
  /** Without tokens, everybody is the same nameless user. */
  readonly open: boolean;
  /** Whose token an Authorization header holds; `null` when it is nobody's. */
  byHeader(authorization: string | undefined): User | null;
  /** Somebody who started a debate earlier; `null` when they are no user any more. */
  byName(name: string | undefined): User | null;
}

const ANYBODY: User = { name: null, budget: null };

export function usersOf(entries: readonly TokenEntry[], ledger: Ledger): Users {
  const known = new Map<string, User>();
  for (const { user: name, budget } of entries) {
    const limited = budget && Object.keys(budget).length > 0;
    // One user may have several tokens; the first that names a limit sets it for all of them.
    if (known.get(name)?.budget) continue;
    known.set(name, { name, budget: limited ? userBudget(name, budget, ledger) : null });
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
    byName(name) {
      if (open) return ANYBODY;
      return name === undefined ? null : (known.get(name) ?? null);
    },
  };
}

/** Refuses a user whose limit is used up, before anything is asked of a model. */
export function checkFunds({ budget }: User): void {
  if (budget === null) return;
  const spent = budget.spent();
  for (const limit of ["usd", "tokens", "calls"] as const) {
    const cap = budget.limits[limit];
    if (cap === undefined || spent[limit] < cap) continue;
    throw new HttpError(402, "budget", `your limit of ${cap} ${limit} is used up`);
  }
}
