import { wasStopped } from "../../../../rostrum/src/errors.ts";
import type { DebateRecord } from "../../../../rostrum/src/record/index.ts";
import {
  answerWords,
  duration,
  methodWords,
  formatCost,
  percent,
  stateWords,
  stopWords,
  thousands,
} from "../../../../rostrum/src/export/phrases.ts";
import { estimateRows, rowWords } from "../../../../rostrum/src/export/certainty.ts";
import { noticesOf } from "../../../../rostrum/src/export/notices.ts";

export interface ComparedRow {
  name: string;
  values: [string, string];
  differs: boolean;
}

/** Figures that always differ a little. They are shown but not highlighted. */
const MEASURES: ReadonlySet<string> = new Set(["Tokens out", "Cost", "Time"]);

/** The rows of the comparison of two runs. */
export function comparedRows(a: DebateRecord, b: DebateRecord): ComparedRow[] {
  return FACTS.map(([name, fact]) => rowOf(name, fact(a), fact(b)));
}

type Fact = (record: DebateRecord) => string;

const FACTS: [string, Fact][] = [
  ["Status", ({ status, error }) => stateWords(status, wasStopped(error))],
  [
    "Notices",
    (record) =>
      noticesOf(record)
        .map(({ title }) => title)
        .join(" "),
  ],
  ["Answer", ({ result }) => answerWords(result.answer, result.unit)],
  [
    "Agreement by round",
    ({ result }) =>
      result.rounds
        .map((round) => (round.agreement === null ? "–" : percent(round.agreement)))
        .join(" → "),
  ],
  ["Decided by", ({ result }) => methodWords(result.decision.method)],
  ["Stopped because", ({ result }) => stopWords(result.stopReason)],
  [
    "Votes",
    ({ result }) =>
      result.decision.tally.map(({ answer, votes }) => `${votes} × ${answer}`).join("; "),
  ],
  ["Estimate", ({ result }) => rowWords(estimateRows(result))],
  ["Changes of mind", ({ result }) => String(result.whatIf.changed.length)],
  ["Vote of round 0", ({ result }) => result.whatIf.roundZeroVote.answer ?? ""],
  ["Calls", ({ result }) => String(result.usage.calls)],
  ["Tokens out", ({ result }) => thousands(result.usage.outputTokens)],
  ["Cost", ({ result, atLeastUsd }) => formatCost(result.costUsd, atLeastUsd)],
  ["Time", ({ result }) => duration(result.durationMs)],
  ["Models", ({ started }) => started?.panel.map(({ model }) => model).join(", ") ?? ""],
];

function rowOf(name: string, first: string, second: string): ComparedRow {
  const filled = (value: string): string => (value === "" ? "–" : value);
  return {
    name,
    values: [filled(first), filled(second)],
    differs: first !== second && !MEASURES.has(name),
  };
}
