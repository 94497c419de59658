import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { formatNumber } from "@rostrum/core/export";
import { formatUsageCost } from "../../record/format-usage-cost.ts";
import { getUsage, type UsageReport, type UsageRow } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { formatRoute, LAST_MONTH } from "../../route/route.ts";
import { Limits } from "../usage/limits.tsx";
import { AdminPart, Figure, WhenLoaded } from "./admin-part.tsx";

const GROUPS = ["user", "team", "project"] as const;
type Group = (typeof GROUPS)[number];

/** Spending of each user, team or project today and this month, with their limits. */
interface Spending {
  today: UsageReport;
  month: UsageReport;
}

/** Spending, and the remainder of every limit. */
export function SpendingTab(): VNode {
  const [by, setBy] = useState<Group>("user");
  const spending = useLoaded((signal) => loadSpending(by, signal), by);
  return (
    <>
      <WhenLoaded from={spending}>
        {({ today, month }) => (
          <>
            <dl class="usage-total">
              <Figure name="Spent today">{formatUsageCost(today.total)}</Figure>
              <Figure name="Spent this month">{formatUsageCost(month.total)}</Figure>
              <Figure name="Debates today">{formatNumber(today.total.debates)}</Figure>
              <Figure name="Debates this month">{formatNumber(month.total.debates)}</Figure>
            </dl>
            <AdminPart title="Spent this month">
              <div class="segments" role="group" aria-label="Spent by whom">
                {GROUPS.map((each) => (
                  <button
                    type="button"
                    class="toggle"
                    aria-pressed={each === by}
                    onClick={() => setBy(each)}
                  >
                    By {each}
                  </button>
                ))}
              </div>
              {month.rows.length === 0 ? (
                <p class="dim">Nothing was spent this month.</p>
              ) : (
                <SpendingTable by={month.by as Group} today={today} month={month} />
              )}
              <p class="dim small">
                Days and months are counted in UTC. More periods are in{" "}
                <a href={formatRoute({ screen: "usage", view: { ...LAST_MONTH, by } })}>Usage</a>.
              </p>
            </AdminPart>
            <Limits limits={month.limits} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

async function loadSpending(by: Group, signal: AbortSignal): Promise<Spending> {
  const day = new Date().toISOString().slice(0, 10);
  const [today, month] = await Promise.all([
    getUsage(by, { from: day, to: day }, signal),
    getUsage(by, { from: `${day.slice(0, 8)}01`, to: day }, signal),
  ]);
  return { today, month };
}

function SpendingTable({ by, today, month }: Spending & { by: Group }): VNode {
  const todays = new Map(today.rows.map((row) => [row.key, row]));
  const rows = month.rows.toSorted((a, b) => b.atLeastUsd - a.atLeastUsd);
  return (
    <DataTable<UsageRow>
      label={`Spent this month by ${by}`}
      columns={[
        {
          name: by === "user" ? "User" : by === "team" ? "Team" : "Project",
          cell: ({ key }) =>
            key === null ? <span class="dim">{`no ${by}`}</span> : escapeInvisible(key),
        },
        {
          name: "Today",
          figure: true,
          cell: ({ key }) => {
            const row = todays.get(key);
            return row ? formatUsageCost(row) : "$0";
          },
        },
        { name: "This month", figure: true, cell: (row) => formatUsageCost(row) },
        { name: "Debates", figure: true, cell: ({ debates }) => formatNumber(debates) },
        { name: "Calls", figure: true, cell: ({ calls }) => formatNumber(calls) },
        { name: "Tokens", figure: true, cell: ({ tokens }) => formatNumber(tokens) },
      ]}
      rows={rows}
    />
  );
}
