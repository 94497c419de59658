import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount, formatCost, formatNumber } from "@rostrum/core/export";
import type { RunPage, RunTotals } from "@rostrum/core/protocol";
import { listPanels, listRuns, type RunSearch } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/notice-list.tsx";
import { RecordedLinks } from "../../recorded/recorded-links.tsx";
import { formatRoute, type RunFilters } from "../../route/route.ts";
import { isFiltered, RunFiltersForm } from "./run-filters.tsx";
import { groupByDay } from "./group-by-day.ts";
import { RunRow } from "./run-row.tsx";
import "../../style/screens.css";

const REFRESH_MS = 5000;
const DAY_MS = 86_400_000;

/** All debates, newest first. */
export function RunsScreen({ filters }: { filters: RunFilters }): VNode {
  const query = buildQuery(filters);
  const key = JSON.stringify(query);
  const first = useLoaded((signal) => listRuns({ ...query, totals: true }, signal), key);
  const panels = useLoaded(listPanels, "panels");
  const [older, setOlder] = useState<RunPage | null>(null);
  const [picked, setPicked] = useState<string[]>([]);
  useEffect(() => setOlder(null), [key]);
  const shown = [...(first.value?.runs ?? []), ...(older?.runs ?? [])];
  const next = older ? older.next : (first.value?.next ?? null);
  const moving = shown.some((run) => run.status === "running");
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(first.again, REFRESH_MS);
    return () => clearInterval(timer);
  }, [moving]);

  async function loadOlder(): Promise<void> {
    const page = await listRuns({ ...query, before: next ?? "" });
    setOlder({ runs: [...(older?.runs ?? []), ...page.runs], next: page.next });
  }
  const pick = (id: string): void =>
    setPicked((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-2),
    );

  return (
    <div class="runs">
      <h1>Runs</h1>
      <RunFiltersForm
        filters={filters}
        panels={(panels.value?.panels ?? []).map(({ name }) => name)}
      />
      {first.error && <Problem again={first.again}>{first.error}</Problem>}
      {first.value === null && !first.error && <Loading />}
      {first.value !== null && shown.length === 0 && <NoRuns filtered={isFiltered(filters)} />}
      {shown.length > 0 && (
        <>
          <p class={picked.length > 0 ? "runs-line picking" : "runs-line"}>
            <span>{formatTotals(first.value?.totals, shown.length)}</span>
            <CompareLink ids={picked} />
          </p>
          {groupByDay(shown, Date.now()).map(({ name, runs }) => (
            <section class="run-day" key={name} aria-label={name}>
              <h2>{name}</h2>
              <ul class="run-list">
                {runs.map((run) => (
                  <RunRow
                    key={run.id}
                    run={run}
                    picked={picked.includes(run.id)}
                    pick={() => pick(run.id)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
      {next !== null && (
        <p>
          <ActionButton icon="down" act={loadOlder}>
            Older runs
          </ActionButton>
        </p>
      )}
    </div>
  );
}

/** The days of a filter are in the reader's time zone, and both are included. */
export function buildQuery(filters: RunFilters): RunSearch {
  const { search, status, doubtful, panel, user, days, from, to } = filters;
  return {
    search,
    status,
    panelName: panel,
    user,
    ...(doubtful ? { only: "doubtful" } : {}),
    ...(days === null ? {} : { from: findMidnight(days - 1) }),
    ...(from === "" ? {} : { from: Date.parse(`${from}T00:00`) }),
    ...(to === "" ? {} : { to: Date.parse(`${to}T00:00`) + DAY_MS }),
  };
}

/** When a day began, some days ago. */
function findMidnight(ago: number): number {
  const day = new Date();
  day.setDate(day.getDate() - ago);
  return day.setHours(0, 0, 0, 0);
}

function NoRuns({ filtered }: { filtered: boolean }): VNode {
  return filtered ? (
    <p class="empty">No run matches these filters. Clear some of them to see more.</p>
  ) : (
    <>
      <p class="empty">
        Nothing has been asked yet. <a href="#/">Ask a panel</a>, and the run appears here with its
        answer and its cost.
      </p>
      <RecordedLinks />
    </>
  );
}

function CompareLink({ ids: [a, b] }: { ids: string[] }): VNode {
  if (a !== undefined && b !== undefined) {
    return <a href={formatRoute({ screen: "compare", ids: [a, b] })}>Compare both</a>;
  }
  return (
    <span class="dim">
      {a === undefined ? "Select two to compare them." : "Select another to compare."}
    </span>
  );
}

function formatTotals(totals: RunTotals | undefined, shown: number): string {
  if (!totals) return `${formatCount(shown, "run")} loaded`;
  const { runs, calls, costUsd, atLeastUsd } = totals;
  const cost = formatCost(costUsd, atLeastUsd, "cost unknown");
  const all = runs > shown ? ` (${formatNumber(shown)} shown)` : "";
  return `${formatCount(runs, "run")}${all} · ${formatCount(calls, "call")} · ${cost}`;
}
