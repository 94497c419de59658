import { addTokens } from "../../protocol/costs.ts";
import { sumTotals, type Totals } from "../../record/index.ts";
import type { TotalUsage } from "../../protocol/usage.ts";
import type { RunUsage } from "./usage-book.ts";

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

/** Sums by user, panel, model or day, the costliest first; days in order. */
export function listUsageRows(runs: readonly RunUsage[], by: UsageBy): UsageRow[] {
  const groups = new Map<string | null, { parts: Totals[]; runs: Set<RunUsage> }>();
  for (const run of runs) {
    for (const [model, totals] of run.models) {
      const key = by === "model" ? model : getKey(run, by);
      const group = groups.get(key) ?? { parts: [], runs: new Set() };
      groups.set(key, group);
      group.parts.push(totals);
      group.runs.add(run);
    }
  }
  const rows = [...groups].map(([key, group]) => ({
    key,
    debates: group.runs.size,
    ...sumUp(group.parts),
  }));
  const compare =
    by === "day"
      ? (a: UsageRow, b: UsageRow) => String(a.key).localeCompare(String(b.key))
      : (a: UsageRow, b: UsageRow) => b.atLeastUsd - a.atLeastUsd || b.calls - a.calls;
  return rows.sort(compare);
}

/** All of them together. */
export function sumUsage(runs: readonly RunUsage[]): Omit<UsageRow, "key"> {
  return { debates: runs.length, ...sumUp(runs.flatMap(({ models }) => [...models.values()])) };
}

function sumUp(parts: readonly Totals[]): Omit<UsageRow, "key" | "debates"> {
  const { usage, costUsd, atLeastUsd } = sumTotals(parts);
  return { ...usage, tokens: addTokens(usage), costUsd, atLeastUsd };
}

function getKey({ run }: RunUsage, by: Exclude<UsageBy, "model">): string | null {
  if (by === "day") return new Date(run.createdAt).toISOString().slice(0, 10);
  return (by === "panel" ? run.panelName : run[by]) ?? null;
}
