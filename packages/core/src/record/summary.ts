import { omitUndefined } from "../omit-undefined.ts";
import { wasStopped } from "../errors.ts";
import type { RunSummary } from "../protocol/journal.ts";
import { readPanelName } from "../protocol/server-request.ts";
import { findAnswerLabel } from "./answer-label.ts";
import { formatAnswerText } from "./answer-text.ts";
import type { RecordState } from "./record-state.ts";
import { buildDecision, createIntegrity } from "./result.ts";
import { sumCalls } from "./call-log.ts";
import { findOverruled } from "./overruled.ts";
import { readOriginalText } from "./quotes/material.ts";
import { countAskedInRounds } from "./asked-members.ts";
import { findTie } from "./tie.ts";
import { lacksComparison } from "./uncompared.ts";

/** List entry of a run, as far as it derives from events. Stores keep it as a row, to search and sort. */
export interface RunSummaryRow extends Omit<
  RunSummary,
  "id" | "status" | "createdAt" | "updatedAt" | "assignment"
> {
  /** True if only a person can continue the run. */
  waiting: boolean;
}

/** List entry of a run. Its figures equal those of the result, but for the calls that a fork copied. */
export function summarize(state: RecordState): RunSummaryRow {
  const { started, decided, reviewed, error, callLog } = state;
  const { usage, costUsd, atLeastUsd } = sumCalls(callLog.listOwn());
  return {
    question: started?.question ?? "",
    ...readPanelName(started?.metadata),
    ...omitUndefined({
      user: started?.userId,
      team: started?.teamId,
      project: started?.projectId,
      parent: started?.parent,
    }),
    panel: [...state.names],
    ...(error !== null && wasStopped(error) ? { stopped: true } : {}),
    answer: formatAnswerText(reviewed ?? decided, state.kind),
    stopReason: decided?.stopReason ?? null,
    agreement: (reviewed ?? decided)?.agreement ?? null,
    ...summarizeAsked(state),
    ...summarizeDecision(state),
    ...listPeople(state),
    ...listReviewedNames(state),
    escalated: state.escalated && reviewed === null,
    waiting: state.waits.paused(),
    degraded: createIntegrity(state).degraded,
    calls: usage.calls,
    costUsd,
    atLeastUsd,
  };
}

/** Members that the agreement is a share of, where they aren't the whole panel. */
function summarizeAsked({ rounds, names }: RecordState): Pick<RunSummary, "asked"> {
  const asked = countAskedInRounds(rounds);
  return asked === 0 || asked === names.length ? {} : { asked };
}

/** How the answer came about, where the votes alone don't tell. */
function summarizeDecision({
  decided,
  reviewed,
  rounds,
}: RecordState): Pick<RunSummary, "label" | "tied" | "uncompared" | "overruled" | "reviewer"> {
  if (!decided) return {};
  const result = { ...decided, ...reviewed, decision: buildDecision(decided, reviewed) };
  const label = findAnswerLabel(result);
  const labelled = label === null ? {} : { label };
  if (reviewed) return { ...labelled, reviewer: reviewed.review.reviewer ?? null };
  const tie = decided.findings ? null : findTie(result);
  const overruled = findOverruled(result);
  return {
    ...labelled,
    ...(tie ? { tied: tie.length } : {}),
    ...(lacksComparison(rounds) ? { uncompared: true } : {}),
    ...(overruled ? { overruled: { by: decided.method, votes: overruled.largest.votes } } : {}),
  };
}

function listPeople({ waits }: RecordState): Pick<RunSummary, "waitsFor"> {
  const names = waits
    .open()
    .flatMap(({ for: waitKind, name }) => (waitKind === "speak" ? (name ?? []) : []));
  return names.length === 0 ? {} : { waitsFor: names };
}

function listReviewedNames({ kind, started }: RecordState): Pick<RunSummary, "reviews"> {
  if (kind !== "findings") return {};
  const names = (started?.context ?? []).flatMap(
    (item) => readOriginalText(item)?.of.document ?? [],
  );
  return names.length === 0 ? {} : { reviews: names };
}
