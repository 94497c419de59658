import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { formatCount, formatCost, formatNumber } from "@rostrum/core/export";
import type { RunSummary, RunTotals } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { listPanels } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Icon } from "../../parts/icon.tsx";
import { Problem } from "../../parts/problem.tsx";
import { RecordedLinks } from "../../recorded/recorded-links.tsx";
import { formatRoute, NO_FILTERS, type RunFilters } from "../../route/route.ts";
import { replaceRoute } from "../../route/use-route.ts";
import { buildRunQuery } from "./build-run-query.ts";
import { isFiltered, RunFiltersForm } from "./run-filters.tsx";
import { groupByDay } from "./group-by-day.ts";
import { loadRuns } from "./load-runs.ts";
import { RunRow } from "./run-row.tsx";
import "../../style/lists.css";
import "../../style/runs.css";

const REFRESH_MS = 5000;
/** Rows that a click on "Older runs" adds. */
const PAGE_ROWS = 50;

/** All debates, newest first. */
export function RunsScreen({ filters }: { filters: RunFilters }): VNode {
  const query = buildRunQuery(filters);
  const key = JSON.stringify(query);
  const [requested, setRequested] = useState({ key, rows: PAGE_ROWS });
  // Other filters start another list.
  const rows = requested.key === key ? requested.rows : PAGE_ROWS;
  const list = useLoaded((signal) => loadRuns(query, rows, signal), `${rows} ${key}`);
  const panels = useLoaded(listPanels, "panels");
  /** Ids selected for comparison. Null outside of a comparison. */
  const [picked, setPicked] = useState<string[] | null>(null);
  const comparing = picked !== null;
  const loadedRuns = list.value?.runs ?? [];
  const hasOlder = (list.value?.next ?? null) !== null;
  const isExtending = hasOlder && loadedRuns.length < rows;
  const problem = list.error && <Problem retry={list.reload}>{list.error}</Problem>;
  const hasRunning = loadedRuns.some((run) => run.status === "running");
  useEffect(() => {
    if (!hasRunning) return undefined;
    const timer = setInterval(list.reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [hasRunning]);

  const pick = (id: string): void =>
    setPicked((ids) =>
      ids?.includes(id) ? ids.filter((each) => each !== id) : [...(ids ?? []), id].slice(-2),
    );

  const currentTime = Date.now();
  const filtered = isFiltered(filters);
  return (
    <div class="runs">
      <h1 class="hidden">Runs</h1>
      <RunFiltersForm
        filters={filters}
        panels={(panels.value?.panels ?? []).map(({ name }) => name)}
      >
        {(loadedRuns.length > 1 || comparing) && (
          <button
            type="button"
            class="quiet"
            aria-pressed={comparing}
            onClick={() => setPicked(comparing ? null : [])}
          >
            {comparing ? "Stop comparing" : "Compare…"}
          </button>
        )}
      </RunFiltersForm>
      {picked !== null && <CompareBar ids={picked} />}
      {!isExtending && problem}
      {list.value === null && !list.error && <WaitingRows />}
      {list.value !== null && loadedRuns.length === 0 && (
        <NoRuns filters={filtered ? filters : null} />
      )}
      {groupByDay(loadedRuns, currentTime).map(({ name, runs }, index, days) => (
        <section class="run-day" key={name} aria-label={name}>
          <header>
            <h2>{name}</h2>
            {/* The rest of the last day may not be loaded yet. */}
            {(!hasOlder || index < days.length - 1) && <span>{formatSums(runs)}</span>}
          </header>
          <ul class="card rows">
            {runs.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                now={currentTime}
                picked={picked && picked.includes(run.id)}
                pick={() => pick(run.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {isExtending && problem}
      {loadedRuns.length > 0 && (
        <p class="runs-foot">
          {hasOlder && (
            <button
              type="button"
              disabled={isExtending}
              onClick={() => setRequested({ key, rows: loadedRuns.length + PAGE_ROWS })}
            >
              <Icon name="down" />
              <span class="label">Older runs</span>
            </button>
          )}
          <span>{formatTotals(list.value?.totals, loadedRuns.length)}</span>
        </p>
      )}
    </div>
  );
}

/** Reserves the space of the list while it loads. */
function WaitingRows(): VNode {
  const lengths = [52, 38, 61, 44, 57, 35];
  return (
    <ul class="card rows waiting-rows" aria-label="Loading">
      {lengths.map((length) => (
        <li style={{ "--length": `${length}%` }} />
      ))}
    </ul>
  );
}

/** `filters`: filters without a match. Null if there are no runs at all. */
function NoRuns({ filters }: { filters: RunFilters | null }): VNode {
  if (filters) {
    const filterWords =
      filters.search === "" ? "these filters" : `“${escapeInvisible(filters.search)}”`;
    return (
      <div class="card blank">
        <h2 class="said">No runs match {filterWords}</h2>
        <p>
          <button
            type="button"
            onClick={() => replaceRoute({ screen: "runs", filters: NO_FILTERS })}
          >
            Clear the filters
          </button>
        </p>
      </div>
    );
  }
  return (
    <>
      <div class="card blank">
        <h2>No runs yet</h2>
        <p>
          Ask a question. Several models answer it on their own and read each other, and you see the
          answer, how many agree, and where they differ.
        </p>
        <p class="row">
          <a class="button primary" href="#/">
            Ask the first question
          </a>
        </p>
      </div>
      <RecordedLinks />
    </>
  );
}

function CompareBar({ ids: [a, b] }: { ids: string[] }): VNode {
  return (
    <p class="compare-bar" role="status">
      {a !== undefined && b !== undefined ? (
        <a class="button primary" href={formatRoute({ screen: "compare", ids: [a, b] })}>
          Compare both
        </a>
      ) : (
        <span>{a === undefined ? "Choose two runs." : "Choose one more run."}</span>
      )}
    </p>
  );
}

/** "8 runs · $0.137" */
function formatSums(runs: readonly RunSummary[]): string {
  const sum = (read: (run: RunSummary) => number): number =>
    runs.reduce((total, run) => total + read(run), 0);
  const isKnown = runs.every(({ costUsd }) => costUsd !== null);
  const cost = isKnown ? sum(({ costUsd }) => costUsd ?? 0) : null;
  return `${formatCount(runs.length, "run")} · ${formatCost(
    cost,
    sum(({ atLeastUsd }) => atLeastUsd),
    "cost unknown",
  )}`;
}

function formatTotals(totals: RunTotals | undefined, loadedCount: number): string {
  if (!totals) return `${formatCount(loadedCount, "run")} loaded`;
  const { runs, calls, costUsd, atLeastUsd } = totals;
  const cost = formatCost(costUsd, atLeastUsd, "cost unknown");
  const all = runs > loadedCount ? ` (${formatNumber(loadedCount)} shown)` : "";
  return `${formatCount(runs, "run")}${all} · ${formatCount(calls, "call")} · ${cost}`;
}
