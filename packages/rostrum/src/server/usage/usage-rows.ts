import { addUsage, NO_USAGE, plus, tokensOf } from "../../protocol/add-usage.ts";
import type { CallCost } from "../../protocol/events.ts";
import type { TotalUsage } from "../../protocol/usage.ts";
import type { RunSpend } from "./run-spend.ts";

export type UsageBy = "user" | "team" | "panel" | "model" | "day";

/** What a group of debates used. A sum with an unknown part is `null`. */
export interface UsageRow extends TotalUsage {
  /** The user, team, panel, model or day (UTC); `null` where the record names none. */
  key: string | null;
  debates: number;
  /** Input and output together. */
  tokens: number | null;
  costUsd: number | null;
  /** The sum of the costs that are known. */
  atLeastUsd: number;
}

export interface DatedSpend extends RunSpend {
  /** When the debate was created, in milliseconds since 1970. */
  at: number;
}

/** Sums by user, panel, model or day, the costliest first; days in order. */
export function usageRows(runs: readonly DatedSpend[], by: UsageBy): UsageRow[] {
  const rows = new Map<string | null, UsageRow>();
  for (const run of runs) {
    const counted = new Set<string | null>();
    for (const [model, call] of run.models) {
      const key = by === "model" ? model : keyOf(run, by);
      const row = rows.get(key) ?? emptyRow(key);
      const debates = row.debates + (counted.has(key) ? 0 : 1);
      counted.add(key);
      rows.set(key, { ...added(row, call), debates });
    }
  }
  const compare =
    by === "day"
      ? (a: UsageRow, b: UsageRow) => String(a.key).localeCompare(String(b.key))
      : (a: UsageRow, b: UsageRow) => b.atLeastUsd - a.atLeastUsd || b.calls - a.calls;
  return [...rows.values()].sort(compare);
}

/** All of them together. */
export function usageTotal(runs: readonly DatedSpend[]): Omit<UsageRow, "key"> {
  const calls = runs.flatMap(({ models }) => [...models.values()]);
  const { key: _key, ...sum } = calls.reduce(added, emptyRow(null));
  return { ...sum, debates: runs.length };
}

function keyOf(
  { user, team, panel, at }: DatedSpend,
  by: Exclude<UsageBy, "model">,
): string | null {
  if (by === "day") return new Date(at).toISOString().slice(0, 10);
  if (by === "team") return team;
  return by === "user" ? user : panel;
}

function emptyRow(key: string | null): UsageRow {
  return { key, debates: 0, calls: 0, ...NO_USAGE, tokens: 0, costUsd: 0, atLeastUsd: 0 };
}

function added(row: UsageRow, { attempts, usage, costUsd }: CallCost): UsageRow {
  // A call without attempts used nothing, whatever it doesn't say.
  if (attempts === 0) return row;
  const sum = addUsage(row, usage);
  return {
    ...row,
    ...sum,
    calls: row.calls + attempts,
    tokens: tokensOf(sum),
    costUsd: plus(row.costUsd, costUsd),
    atLeastUsd: row.atLeastUsd + (costUsd ?? 0),
  };
}
