import { ConfigError } from "../../errors.ts";
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

const KEYS: readonly (keyof AccessPolicy)[] = ["sees", "users", "everybody", "teams"];

export function checkPolicy(options: AccessPolicy): void {
  const at = "policy";
  for (const key of Object.keys(options)) {
    if ((KEYS as readonly string[]).includes(key)) continue;
    throw new ConfigError(`${at}.${key}`, `there is no such option, only ${KEYS.join(", ")}`);
  }
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
  const { budget, ...others } = Object(limit) as SpendingLimit;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new ConfigError(`${at}.${unknown}`, "there is no such option, only budget");
  }
  checkAmounts(budget, `${at}.budget`);
}

export function checkAmounts(budget: unknown, at: string): void {
  if (budget === undefined) return;
  if (typeof budget !== "object" || budget === null || Array.isArray(budget)) {
    throw new ConfigError(at, "expected limits such as { usd: 5 }");
  }
  for (const [part, value] of Object.entries(budget)) {
    if (!COUNTED.includes(part as keyof Amount)) {
      const known = COUNTED.toReversed()
        .join(", ")
        .replace(/, (?=\w+$)/, " and ");
      throw new ConfigError(`${at}.${part}`, `there is no such limit, only ${known}`);
    }
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) continue;
    throw new ConfigError(`${at}.${part}`, `expected a number of at least 0, got ${String(value)}`);
  }
}
