import type { Amount } from "@rostrum/core/protocol";
import type { Wallet } from "@rostrum/runtime/journal";
import { omitUndefined } from "@rostrum/core/support";
import type { SpendingLimit } from "../access/policy.ts";
import { takeLowest } from "../access/take-lowest.ts";

/** Period of a limit; null if it has none. */
export type LimitPeriod = "day" | "month" | null;

/** Owner of a limit. */
export type WalletKind = "user" | "team" | "project";

const DAY_MS = 86_400_000;

/**
 * Lists the wallets of a user's limits at a moment. The name of a wallet contains its period, so that each period
 * begins with an empty one, on all servers at once.
 */
export function listWallets(
  kind: WalletKind,
  name: string,
  limit: SpendingLimit | undefined,
  now: number,
): Wallet[] {
  const day = new Date(now).toISOString().slice(0, 10);
  const places: [limits: Partial<Amount> | undefined, prefix: string][] = [
    [limit?.budget, ""],
    [limit?.perDay, `day:${day}:`],
    [limit?.perMonth, `month:${day.slice(0, 7)}:`],
  ];
  return places.flatMap(([limits, prefix]) =>
    isEmpty(limits)
      ? []
      : [{ name: `${prefix}${kind}:${name}`, limits: omitUndefined(limits as Partial<Amount>) }],
  );
}

/**
 * Combines the limits of one user. Of those that name the user, the lowest amount counts. `general` applies to every
 * amount that none of them caps, so that a limit per day doesn't remove the one per month.
 */
export function combineLimits(
  named: readonly SpendingLimit[],
  general: SpendingLimit = {},
): SpendingLimit {
  const combine = (period: keyof SpendingLimit): Partial<Amount> => ({
    ...omitUndefined(general[period] ?? {}),
    ...takeLowest(named.map((limit) => omitUndefined(limit[period] ?? {}))),
  });
  return {
    budget: combine("budget"),
    perDay: combine("perDay"),
    perMonth: combine("perMonth"),
  };
}

function isEmpty(limits: Partial<Amount> | undefined): boolean {
  return limits === undefined || Object.keys(limits).length === 0;
}

/** Parsed name of a wallet. */
export interface WalletInfo {
  kind: WalletKind;
  name: string;
  per: LimitPeriod;
  /** When the next period begins, in milliseconds since 1970; `null`: never. */
  resetsAt: number | null;
}

const PERIODS = /^(?:(?<per>day|month):(?<begun>[\d-]+):)?(?<kind>user|team|project):(?<name>.*)$/s;

export function parseWallet(wallet: string): WalletInfo {
  const { per, begun = "", kind = "user", name = wallet } = PERIODS.exec(wallet)?.groups ?? {};
  return {
    kind: kind as WalletKind,
    name,
    per: (per as LimitPeriod) ?? null,
    resetsAt: per === undefined ? null : findNextPeriod(per, begun),
  };
}

function findNextPeriod(per: string, start: string): number {
  if (per === "day") return Date.parse(start) + DAY_MS;
  const month = new Date(`${start}-01`);
  return Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
}
