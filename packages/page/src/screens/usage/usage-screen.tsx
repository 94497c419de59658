import type { VNode } from "preact";
import { formatNumber } from "@rostrum/core/export";
import { formatUsageCost } from "../../record/format-usage-cost.ts";
import { escapeInvisible } from "@rostrum/core/support";
import { getUsage, type UsageReport, type UsageRow } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Bar } from "../../parts/bar.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { formatModel } from "../../record/format-model.ts";
import { PeriodField } from "../../parts/period-field.tsx";
import {
  formatRoute,
  NO_FILTERS,
  type Period,
  USAGE_BY,
  type UsageView,
} from "../../route/route.ts";
import { replaceRoute } from "../../route/use-route.ts";
import { DayChart } from "./day-chart.tsx";
import { Limits } from "./limits.tsx";
import "../../style/screens.css";
import "../../style/tables.css";
import "../../style/lists.css";

const DAY_MS = 86_400_000;

const HEADS: Record<UsageView["by"], string> = {
  day: "Day (UTC)",
  user: "User",
  team: "Team",
  project: "Project",
  panel: "Panel",
  model: "Model",
};

/** Spending by day, user, panel or model, and the remaining budget. */
export function UsageScreen({ view }: { view: UsageView }): VNode {
  const { by, ...period } = view;
  const range = findRange(period, Date.now());
  const key = `${range.from} ${range.to}`;
  const loaded = useLoaded((signal) => getUsage(by, range, signal), `${by} ${key}`);
  const daily = useLoaded((signal) => getUsage("day", range, signal), key);
  // Waits for both, because the chart would push the table down.
  const report = (daily.value ?? daily.error) === null ? null : loaded.value;
  return (
    <div class="usage">
      <header class="usage-head">
        <h1>Usage</h1>
        <div class="usage-period">
          <PeriodField
            period={period}
            open={false}
            set={(next) => replaceRoute({ screen: "usage", view: { by, ...next } })}
          />
        </div>
      </header>
      {loaded.error && <Problem retry={loaded.reload}>{loaded.error}</Problem>}
      {report === null && !loaded.error && <Loading />}
      {report && report.rows.length === 0 && (
        <div class="card blank">
          <h2>Nothing was spent in this period</h2>
          <p>Choose another period, or ask a panel: its calls appear here with their cost.</p>
        </div>
      )}
      {report && report.rows.length > 0 && (
        <>
          <Totals total={report.total} />
          {daily.value && <DayChart rows={daily.value.rows} {...range} />}
          <nav class="tabs" aria-label="Group by">
            {USAGE_BY.map((each) => (
              <a
                href={formatRoute({ screen: "usage", view: { ...view, by: each } })}
                aria-current={each === by ? "page" : undefined}
              >
                By {each}
              </a>
            ))}
          </nav>
          <Sums report={report} />
        </>
      )}
      {report && <Limits limits={report.limits} />}
    </div>
  );
}

/** First and last day of a period. The server counts days in UTC. */
export function findRange({ days, from, to }: Period, now: number): { from: string; to: string } {
  const today = formatDay(now);
  if (days === null) return { from: from || "2020-01-01", to: to || today };
  return { from: formatDay(now - (days - 1) * DAY_MS), to: today };
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function Totals({ total }: { total: UsageReport["total"] }): VNode {
  return (
    <dl class="usage-total">
      <Figure name="Spent">{formatUsageCost(total)}</Figure>
      <Figure name="Debates">{formatNumber(total.debates)}</Figure>
      <Figure name="Calls">{formatNumber(total.calls)}</Figure>
      <Figure name="Tokens">{formatTokens(total)}</Figure>
    </dl>
  );
}

function Sums({ report: { by, rows, total } }: { report: UsageReport }): VNode {
  const maxCost = Math.max(...rows.map(({ atLeastUsd }) => atLeastUsd));
  return (
    <>
      <div class="table-frame">
        <table class="usage-table stacked">
          <thead>
            <tr>
              <th scope="col">{HEADS[by]}</th>
              <th scope="col" class="figure">
                Cost
              </th>
              <td />
              <th scope="col" class="figure">
                Debates
              </th>
              <th scope="col" class="figure">
                Calls
              </th>
              <th scope="col" class="figure">
                Tokens
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <th scope="row" class="said">
                  <RowName by={by} name={row.key} />
                </th>
                <td class="figure" data-name="Cost">
                  {formatUsageCost(row)}
                </td>
                <td class="usage-bar">
                  {maxCost > 0 && row.costUsd !== null && <Bar share={row.costUsd / maxCost} />}
                </td>
                <td class="figure" data-name="Debates">
                  {formatNumber(row.debates)}
                </td>
                <td class="figure" data-name="Calls">
                  {formatNumber(row.calls)}
                </td>
                <td class="figure" data-name="Tokens">
                  {formatTokens(row)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total.unknownCalls > 0 && (
        <p class="dim small">
          {maxCost > 0
            ? "“At least”: the cost of some calls is unknown, so the true cost may be higher."
            : "The price of these models is unknown. Costs appear once an admin has set it."}
        </p>
      )}
    </>
  );
}

function Figure({ name, children }: { name: string; children: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Name of a row. Users and panels link to their runs. */
function RowName({ by, name }: { by: UsageView["by"]; name: string | null }): VNode {
  if (name === null) return <span class="dim">{NAMELESS[by]}</span>;
  if (by === "model") return <>{formatModel(name)}</>;
  if (by === "day") return <time dateTime={name}>{formatDate(Date.parse(name))}</time>;
  if (by !== "user" && by !== "panel") return <>{escapeInvisible(name)}</>;
  return (
    <a href={formatRoute({ screen: "runs", filters: { ...NO_FILTERS, [by]: name } })}>
      {escapeInvisible(name)}
    </a>
  );
}

const { format: formatDate } = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

const NAMELESS: Record<UsageView["by"], string> = {
  day: "unknown",
  user: "without an account",
  team: "without a team",
  project: "without a project",
  panel: "built for one question",
  model: "not recorded",
};

/** "at least 7,500" if the tokens of some call are unknown. */
function formatTokens({ tokens, atLeastTokens }: Omit<UsageRow, "key">): string {
  if (tokens !== null || atLeastTokens === 0) return formatNumber(tokens);
  return `at least ${formatNumber(atLeastTokens)}`;
}
