import { z } from "zod";
import type { RunStore } from "../../protocol/journal.ts";
import type { ServiceStore, Wallet } from "../../protocol/service-store.ts";
import { findReach } from "../access/roles.ts";
import { defineRoute, type Route } from "../routes/route.ts";
import { usageSums } from "../schemas/answers.ts";
import { describeLimits } from "../users/spending.ts";
import type { Users } from "../users/users.ts";
import { timeOf } from "./time-of.ts";
import { createUsageBook } from "./usage-book.ts";
import { listUsageRows, sumUsage, type DatedSpend, type UsageBy } from "./usage-rows.ts";

interface UsageQuery {
  by: UsageBy;
  from?: string | undefined;
  to?: string | undefined;
}

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const moment = z
  .string()
  .max(40)
  .optional()
  .meta({ description: "A date, `2026-11-01`, or a time, `2026-11-01T12:00:00Z`; UTC." });

const usageQuery: z.ZodType<UsageQuery> = z.strictObject({
  by: z.enum(["user", "team", "panel", "model", "day"]).default("day"),
  from: moment,
  to: moment,
});

interface UsageOptions {
  journal: RunStore;
  shared: ServiceStore;
  users: Users;
}

/** What was spent, and what is left. */
export function usageRoutes({ journal, shared, users }: UsageOptions): Route[] {
  const book = createUsageBook(journal);

  /** The limits in the config, and those of users who are known only from their debates. */
  function allWallets(runs: readonly DatedSpend[]): Wallet[] {
    const names = new Set(runs.flatMap((run) => run.user ?? []));
    const found = [...names].flatMap((name) => users.byName(name)?.wallets ?? []);
    const all = [...users.wallets(), ...found];
    return [...new Map(all.map((wallet) => [wallet.name, wallet])).values()];
  }

  return [
    defineRoute("get", "/usage", {
      act: "usage",
      summary: `Calls, tokens and dollars of the debates that were created in a time range (by default the last ${DEFAULT_DAYS} days). A user sees their own usage, an admin that of all users.`,
      query: usageQuery,
      answers: { 200: { description: "The sums.", schema: usageSums } },
      failures: [503],
      async handle({ c, user, query }) {
        const to = timeOf(query.to, "to") ?? Date.now() + 1;
        const from = timeOf(query.from, "from") ?? to - DEFAULT_DAYS * DAY_MS;
        const all = await book.between(from, to);
        const everything = findReach(user.role, "usage") === "all";
        const runs = everything ? all : all.filter((run) => run.user === user.name);
        const wallets = everything ? allWallets(runs) : user.wallets;
        const states = await shared.walletStates(wallets.map(({ name }) => name));
        return c.json({
          by: query.by,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          rows: listUsageRows(runs, query.by),
          total: sumUsage(runs),
          limits: wallets.flatMap((wallet, index) => {
            const state = states[index];
            return state ? [describeLimits(wallet, state)] : [];
          }),
        });
      },
    }),
  ];
}
