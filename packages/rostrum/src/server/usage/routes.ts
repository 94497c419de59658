import { z } from "zod";
import type { RunStore } from "../../protocol/journal.ts";
import { HttpError } from "../http-error.ts";
import { failures } from "../routes/failures.ts";
import { route, type Route } from "../routes/route.ts";
import { usageSums } from "../schemas/answers.ts";
import type { User, Users } from "../users/users.ts";
import { usageBook } from "./usage-book.ts";
import { usageRows, usageTotal, type UsageBy } from "./usage-rows.ts";

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
  by: z.enum(["user", "panel", "model", "day"]).default("day"),
  from: moment,
  to: moment,
});

/** What was spent, and what is left. */
export function usageRoutes(journal: RunStore, users: Users): Route[] {
  const book = usageBook(journal);
  return [
    route({
      method: "get",
      path: "/usage",
      summary: `Calls, tokens and dollars of the debates that were created in a time range (by default the last ${DEFAULT_DAYS} days). A user sees their own usage, an admin that of all users.`,
      query: usageQuery,
      responses: { 200: { description: "The sums.", schema: usageSums }, ...failures(400, 503) },
      async handle({ c, user, query }) {
        const to = timeOf(query.to, "to") ?? Date.now() + 1;
        const from = timeOf(query.from, "from") ?? to - DEFAULT_DAYS * DAY_MS;
        const all = await book.between(from, to);
        const runs = user.admin ? all : all.filter((run) => run.user === user.name);
        return c.json({
          by: query.by,
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
          rows: usageRows(runs, query.by),
          total: usageTotal(runs),
          limits: (user.admin && user.name !== null ? users.all() : [user]).flatMap(limitOf),
        });
      },
    }),
  ];
}

/** A user's limit over all time, and what is left of it. */
function limitOf({ name, budget }: User): object[] {
  if (budget === null) return [];
  const spent = budget.spent();
  const parts = (["usd", "tokens", "calls"] as const).flatMap((part) => {
    const cap = budget.limits[part];
    return cap === undefined
      ? []
      : [[part, { cap, spent: spent[part], left: Math.max(0, cap - spent[part]) }] as const];
  });
  return [{ user: name, ...Object.fromEntries(parts) }];
}

function timeOf(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw new HttpError(400, "invalid_request", `${field}: expected a date such as 2026-11-01`, {
    field,
  });
}
