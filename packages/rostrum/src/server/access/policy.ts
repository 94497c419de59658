import { ConfigError } from "../../errors.ts";
import { knownKeys } from "../../options/index.ts";
import type { Amount } from "../../protocol/service-store.ts";
import { COUNTED } from "../../protocol/spend.ts";
import { checkSees } from "../oidc/options.ts";
import type { Visibility } from "./roles.ts";

/** A limit over all time. */
export interface SpendingLimit {
  budget?: Partial<Amount>;
}

/** Who sees what, and who may spend how much. */
export interface AccessPolicy {
  /** Whose debates a user sees, unless the user's token or group says otherwise. Admins see all. Default `all`. */
  sees?: Visibility;
  /** The limits of users by name. */
  users?: Record<string, SpendingLimit>;
  /** The limit of each user who has no limit by name. Default: none. */
  everybody?: SpendingLimit;
  /** The limits of teams by name. A team's limit applies to the total spending of its users. */
  teams?: Record<string, SpendingLimit>;
}

export function checkPolicy(options: AccessPolicy): void {
  const at = "policy";
  knownKeys(options, ["sees", "users", "everybody", "teams"], at);
  checkSees(options.sees, at);
  for (const group of ["users", "teams"] as const) {
    const limits = options[group] ?? {};
    if (typeof limits !== "object" || Array.isArray(limits)) {
      throw new ConfigError(`${at}.${group}`, 'expected { "name": { "budget": { "usd": 5 } } }');
    }
    for (const [name, limit] of Object.entries(limits)) checkLimit(limit, `${at}.${group}.${name}`);
  }
  if (options.everybody !== undefined) checkLimit(options.everybody, `${at}.everybody`);
}

function checkLimit(limit: unknown, at: string): void {
  const given = Object(limit) as SpendingLimit;
  knownKeys(given, ["budget"], at);
  checkAmounts(given.budget, `${at}.budget`);
}

export function checkAmounts(budget: unknown, at: string): void {
  if (budget === undefined) return;
  if (typeof budget !== "object" || budget === null || Array.isArray(budget)) {
    throw new ConfigError(at, "expected limits such as { usd: 5 }");
  }
  knownKeys(budget, COUNTED.toReversed(), at);
  for (const [part, value] of Object.entries(budget)) {
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) continue;
    throw new ConfigError(`${at}.${part}`, `expected a number of at least 0, got ${String(value)}`);
  }
}
