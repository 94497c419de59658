import type { DebateRecord } from "@rostrum/core/record";
import {
  formatAnswer,
  formatCount,
  formatDuration,
  listEstimates,
  describeMethod,
  formatCost,
  listNotices,
  formatPercent,
  formatRows,
  describeState,
  describeStop,
  formatNumber,
} from "@rostrum/core/export";
import { wasStopped } from "@rostrum/core/support";

import { describeAnswer } from "../../record/describe-answer.ts";
import { formatModel } from "../../record/format-model.ts";

export interface ComparedRow {
  name: string;
  values: [string, string];
  differs: boolean;
}

/** Figures that always differ a little, so they are not highlighted. */
const MEASURES: ReadonlySet<string> = new Set(["Tokens out", "Time"]);

/** Rows of the comparison of two runs. */
export function compareDebates(a: DebateRecord, b: DebateRecord): ComparedRow[] {
  return FACTS.map(([name, fact]) => buildRow(name, fact(a), fact(b)));
}

type Fact = (record: DebateRecord) => string;

const FACTS: [string, Fact][] = [
  ["Status", ({ status, error }) => describeState(status, wasStopped(error))],
  [
    "Notices",
    (record) =>
      listNotices(record)
        .map(({ title }) => title)
        .join(" "),
  ],
  ["Answer", ({ result }) => describeResult(result)],
  [
    "Agreement by round",
    ({ result }) =>
      result.rounds
        .map((round) => (round.agreement === null ? "–" : formatPercent(round.agreement)))
        .join(" → "),
  ],
  ["Decided by", ({ result }) => describeMethod(result.decision.method)],
  ["Stopped because", ({ result }) => describeStop(result.stopReason)],
  [
    "Votes",
    ({ result }) =>
      result.decision.tally
        .map(({ answer, votes }) => `${votes} × ${describeAnswer(answer)}`)
        .join("; "),
  ],
  ["Estimate", ({ result }) => formatRows(listEstimates(result))],
  ["Changes of mind", ({ result }) => String(result.whatIf.changed.length)],
  [
    "Vote on the first answers",
    ({ result }) => describeAnswer(result.whatIf.roundZeroVote.answer ?? ""),
  ],
  ["Calls", ({ result }) => String(result.usage.calls)],
  ["Tokens out", ({ result }) => formatNumber(result.usage.outputTokens)],
  ["Cost", ({ result, atLeastUsd }) => formatCost(result.costUsd, atLeastUsd)],
  ["Time", ({ result }) => formatDuration(result.durationMs)],
  [
    "Models",
    ({ started }) => started?.panel.map(({ model }) => formatModel(model)).join(", ") ?? "",
  ],
];

/** Describes the answer of a debate, or the number of a review's findings. */
export function describeResult({ answer, unit, findings }: DebateRecord["result"]): string {
  if (findings)
    return findings.length === 0 ? "no findings" : formatCount(findings.length, "finding");
  return describeAnswer(formatAnswer(answer, unit));
}

function buildRow(name: string, first: string, second: string): ComparedRow {
  const filled = (value: string): string => (value === "" ? "–" : value);
  return {
    name,
    values: [filled(first), filled(second)],
    differs: first !== second && !MEASURES.has(name),
  };
}
