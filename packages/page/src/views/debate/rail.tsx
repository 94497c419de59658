import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { findTie, lacksComparison, type DebateRecord } from "@rostrum/core/record";
import {
  describeMethod,
  formatCost,
  formatCount,
  formatDuration,
  listEstimates,
  listRisks,
} from "@rostrum/core/export";
import { capitalize, escapeInvisible } from "@rostrum/core/support";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { lazy } from "../../parts/lazy.tsx";
import { usePrinting } from "../../parts/use-printing.ts";
import { isDecided } from "../../record/phase.ts";
import type { ViewProps } from "../view-props.ts";
import { FactList, type Row } from "./fact-list.tsx";

// Loaded on demand: few readers open the one, and the other is for running debates.
const Progress = lazy(async () => (await import("./progress.tsx")).Progress, "part");
const MoreFacts = lazy(async () => (await import("./more-facts.tsx")).MoreFacts, "part");

const WIDE = "(min-width: 60.01rem)";

/** Figures and facts about a debate: beside it on a wide screen, folded on a narrow one. */
export function Rail(props: ViewProps): VNode {
  const { snapshot } = props;
  const { record } = snapshot;
  const isWide = useMedia(WIDE);
  const [open, setOpen] = useState(false);
  const [more, setMore] = useState(false);
  const printing = usePrinting();
  return (
    <aside class="rail" aria-label="Details">
      <details
        open={isWide || open}
        onToggle={({ currentTarget }) => !isWide && setOpen(currentTarget.open)}
      >
        <summary>
          Details <span class="dim small">{describeFigures(snapshot)}</span>
        </summary>
        <div class="rail-parts">
          {record.status === "running" ? <Progress {...props} /> : <Figures {...props} />}
          <details class="more-facts" onToggle={() => setMore(true)}>
            <summary>More</summary>
            {(more || printing) && <MoreFacts {...props} />}
          </details>
        </div>
      </details>
    </aside>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const updateMatches = (): void => setMatches(list.matches);
    list.addEventListener("change", updateMatches);
    return () => list.removeEventListener("change", updateMatches);
  }, [query]);
  return matches;
}

function describeFigures({ record }: DebateSnapshot): string {
  const { result, atLeastUsd } = record;
  return `${formatCost(result.costUsd, atLeastUsd)} · ${formatCount(result.usage.calls, "call")}`;
}

/** Cost, calls, time, who decided, and what is known about how sure that is. */
function Figures({ snapshot }: ViewProps): VNode {
  const { record, events } = snapshot;
  const { result, atLeastUsd } = record;
  const { clarified } = result.integrity;
  const repeatedCalls = clarified > 0 ? `, ${clarified} asked again` : "";
  const span = result.durationMs || (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
  return (
    <FactList
      title="Details"
      rows={[
        ["Cost", capitalize(formatCost(result.costUsd, atLeastUsd))],
        ["Calls", `${result.usage.calls}${repeatedCalls}`],
        ["Time", formatDuration(span)],
        ...(isDecided(record) ? [["Decided by", describeDecider(record)] as Row] : []),
        // How sure the answer is belongs next to it.
        ...(isDecided(record) ? [...listRisks(result), ...listSureness(result)] : []).map(
          ([name, value]): Row => [name, capitalize(value)],
        ),
      ]}
    />
  );
}

/** Members' own estimates are labeled as such, because they say little about the answer. */
function listSureness(result: DebateRecord["result"]): [name: string, value: string][] {
  const estimates = listEstimates(result);
  if (result.confidenceBasis !== "self_reported") return estimates;
  return estimates.map(([, value]) => ["How sure the members say they are", value]);
}

function describeDecider(record: DebateRecord): string {
  const { result, started, status } = record;
  const { review, decision } = result;
  if (review && review.verdict !== "confirm")
    return `${escapeInvisible(review.reviewer ?? "A person")}, not the panel`;
  if (status === "waiting") return "Nobody yet";
  if (findTie(result) !== null) return lacksComparison(result.rounds) ? "Nobody" : "Nobody: a tie";
  if (decision.method === "judged" && started?.judge)
    return started.judge.name === "judge"
      ? "The judge"
      : `${escapeInvisible(started.judge.name)}, the judge`;
  return capitalize(describeMethod(decision.method));
}
