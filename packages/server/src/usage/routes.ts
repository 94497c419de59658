import { z } from "zod";
import { type ModelUsage, addTokens, type TotalUsage } from "@rostrum/core/protocol";
import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";
import { sumTotals } from "@rostrum/core/record";
import { findReach } from "../access/roles.ts";
import { defineRoute, type ApiRoute } from "../routes/route.ts";
import { moment } from "../schemas/query.ts";
import { usageSums } from "../schemas/answers.ts";
import { readLimits } from "../users/spending.ts";
import type { Users } from "../users/users.ts";
import { createUsageBook, type RunUsage } from "./usage-book.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const usageQuery = z.strictObject({
  by: z.enum(["user", "team", "project", "panel", "model", "day"]).default("day"),
  from: moment,
  to: moment,
});

type UsageBy = z.infer<typeof usageQuery>["by"];

/** Routes for spending and remaining limits. */
export function createUsageRoutes(
  journal: RunStore,
  shared: ServiceStore,
  users: Users,
): ApiRoute[] {
  const readUsage = createUsageBook(journal);

  return [
    defineRoute("get", "/usage", {
      act: "usage",
      summary: `Calls, tokens and dollars of the debates that were created in a time range (by default the last ${DEFAULT_DAYS} days). A user sees their own usage, an admin that of all users.`,
      query: usageQuery,
      answers: { 200: { description: "The sums.", schema: usageSums } },
      failures: [503],
      async handle({ c, user, query }) {
        const { to = Date.now() + 1, from = to - DEFAULT_DAYS * DAY_MS } = query;
        const everything = findReach(user.role, "usage") === "all";
        const visibleUser = everything ? undefined : (user.name ?? "");
        const runs = await readUsage({ from, to, user: visibleUser });
        // Some users are known only from their debates.
        const names = new Set(runs.flatMap(({ run }) => run.user ?? []));
        const wallets = everything ? users.wallets([...names]) : user.wallets;
        return c.json({
          by: query.by,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          rows: listUsageRows(runs, query.by),
          total: {
            debates: runs.length,
            ...sumUsage(runs.flatMap(({ models }) => models)),
          },
          limits: await readLimits(shared, wallets),
        });
      },
    }),
  ];
}

/** Usage of a group of debates. A sum of tokens with an unknown part is `null`. */
interface UsageRow extends TotalUsage {
  /** The user, team, project, panel, model or day (UTC); `null` where the record names none. */
  key: string | null;
  debates: number;
  /** Input and output together. */
  tokens: number | null;
  /** The sum of the tokens that are known: a lower bound if `tokens` is `null`. */
  atLeastTokens: number;
  /** The sum of the costs that are known: a lower bound if there are `unknownCalls`. `null` if no call's cost is known. */
  costUsd: number | null;
  /** The same sum; 0 if no call's cost is known. */
  atLeastUsd: number;
  /** Calls whose cost is unknown. */
  unknownCalls: number;
}

interface UsageGroup {
  parts: ModelUsage[];
  runs: Set<RunUsage>;
}

/**
 * Sums by user, panel, model or day, the costliest first; days in order. Rows add up to the total, except for the number
 * of debates by model: a debate calls several.
 */
function listUsageRows(runs: readonly RunUsage[], by: UsageBy): UsageRow[] {
  const groups = new Map<string | null, UsageGroup>();
  const findGroup = (key: string | null): UsageGroup => {
    const group = groups.get(key) ?? { parts: [], runs: new Set() };
    groups.set(key, group);
    return group;
  };
  for (const run of runs) {
    // A debate that made no call is counted too, or rows would not add up to the total.
    if (by !== "model") findGroup(getKey(run, by)).runs.add(run);
    for (const used of run.models) {
      const group = findGroup(by === "model" ? used.model : getKey(run, by));
      group.parts.push(used);
      group.runs.add(run);
    }
  }
  const rows = [...groups].map(([key, group]) => ({
    key,
    debates: group.runs.size,
    ...sumUsage(group.parts),
  }));
  const compare =
    by === "day"
      ? (a: UsageRow, b: UsageRow) => String(a.key).localeCompare(String(b.key))
      : (a: UsageRow, b: UsageRow) => b.atLeastUsd - a.atLeastUsd || b.calls - a.calls;
  return rows.sort(compare);
}

function sumUsage(parts: readonly ModelUsage[]): Omit<UsageRow, "key" | "debates"> {
  const { usage, atLeastUsd } = sumTotals(parts);
  const unknownCalls = parts.reduce((sum, part) => sum + part.unknownCalls, 0);
  const atLeastTokens = parts.reduce(
    (sum, { usage: { inputTokens, outputTokens }, ...part }) =>
      sum + (part.atLeastTokens ?? (inputTokens ?? 0) + (outputTokens ?? 0)),
    0,
  );
  return {
    ...usage,
    tokens: addTokens(usage),
    atLeastTokens,
    costUsd: unknownCalls > 0 && unknownCalls === usage.calls ? null : atLeastUsd,
    atLeastUsd,
    unknownCalls,
  };
}

function getKey({ run }: RunUsage, by: Exclude<UsageBy, "model">): string | null {
  if (by === "day") return new Date(run.createdAt).toISOString().slice(0, 10);
  return (by === "panel" ? run.panelName : run[by]) ?? null;
}
