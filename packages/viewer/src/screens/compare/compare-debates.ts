import type { DebateRecord } from "rostrum";
import {
  answerWords,
  duration,
  estimateRows,
  methodWords,
  formatCost,
  noticesOf,
  percent,
  rowWords,
  stateWords,
  stopWords,
  thousands,
  wasStopped,
} from "rostrum/page";

export interface ComparedRow {
  name: string;
  values: [string, string];
  differs: boolean;
}

/** Figures that always differ a little. They are shown but not highlighted. */
const MEASURES: ReadonlySet<string> = new Set(["Tokens out", "Cost", "Time"]);

/** The rows of the comparison of two runs. */
export function compareDebates(a: DebateRecord, b: DebateRecord): ComparedRow[] {
  return FACTS.map(([name, fact]) => buildRow(name, fact(a), fact(b)));
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

function buildRow(name: string, first: string, second: string): ComparedRow {
  const filled = (value: string): string => (value === "" ? "–" : value);
  return {
    name,
    values: [filled(first), filled(second)],
    differs: first !== second && !MEASURES.has(name),
  };
}
