import type { Position } from "../protocol/position.ts";
import type { PartialResult, WhatIf } from "../protocol/result.ts";
import type { DebateRecord } from "../record/recorder.ts";
import { findLabelInRounds } from "../record/answer-label.ts";
import { listCertainty, listOwnEstimates, describeOwnEstimate, listRisks } from "./certainty.ts";
import {
  describeAttempts,
  describeBasis,
  CHEAPER_METHODS,
  describeBlindness,
  describeClarified,
  formatCallCount,
  formatDuration,
  describeMethod,
  formatCost,
  formatMoney,
  listRanking,
  describePositionStatus,
  describeStop,
  describeSwap,
  formatTokens,
} from "./phrases.ts";
import { toOneLine } from "../visible.ts";
import { formatModelName } from "./remove-words.ts";
import { shortenAnswer } from "./short-answer.ts";

/** Lists the properties of a result, as rows of a name and a sentence. */
export function listFacts(record: DebateRecord): [name: string, words: string][] {
  const { result, atLeastUsd, started } = record;
  const { usage, swap, stopReason } = result;
  const panel = started?.panel.map(({ name, model }) => `${name} (${formatModelName(model)})`);
  return [
    ...listCertainty(result),
    ["Decided by", describeDecider(result)],
    ...(result.findings !== undefined && USUAL_ENDS.has(stopReason)
      ? []
      : [["Stopped because", describeStop(stopReason)] as [string, string]]),
    ...(swap ? [["Swapped", describeSwap(swap)] as [string, string]] : []),
    ...listRisks(result),
    ...listOwnEstimates(result),
    ["Cost", `${formatCost(result.costUsd, atLeastUsd)} for ${formatCallCount(result)}`],
    ["Tokens", formatTokens(usage) ?? "unknown"],
    // Only the end of a run reports its time.
    ["Time", result.durationMs === 0 ? "unknown" : formatDuration(result.durationMs)],
    ...(panel ? [["Panel", panel.join(", ")] as [string, string]] : []),
    ["Run", result.id],
  ];
}

/** A review ends with its check, or before it when there is nothing to check. */
const USUAL_ENDS: ReadonlySet<string> = new Set(["agreed", "max_rounds"]);

/** After a correction, names the person before the rule that made the panel's answer. */
function describeDecider({ decision, review, findings }: PartialResult): string {
  const basis = findings === undefined ? `, answers compared ${describeBasis(decision.basis)}` : "";
  const rule = `${describeMethod(decision.method)}${basis}`;
  if (review === undefined || review.verdict === "confirm") return rule;
  return `${toOneLine(review.reviewer ?? "a person")}; the panel's answer by ${rule}`;
}

/** A table for people. Cells may come from models, so they are data. */
export interface Table {
  title: string;
  names: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The cost of the vote on the first answers has their calls only. */
function nameFirstVote({ rounds }: PartialResult): string {
  const isComparedByModel = rounds[0]?.compared?.some(({ by }) => by === "model");
  return `the vote on the first answers${isComparedByModel ? " (comparing not counted)" : ""}`;
}

/**
 * Lists the votes, the ranking, and what cheaper methods would have answered. A table may have no rows. A review has no
 * answer that another method could give.
 */
export function listTables(result: PartialResult): Table[] {
  const { decision, whatIf, findings } = result;
  const methods: [string, WhatIf | undefined][] =
    findings === undefined
      ? [
          ["the first member alone", whatIf.single],
          ["the most confident debater", whatIf.bestSingle],
          [nameFirstVote(result), whatIf.roundZeroVote],
        ]
      : [];
  return [
    {
      title: "Votes",
      names: ["answer", "votes", "debaters"],
      rows: decision.tally.map(({ answer, label, votes, debaters }) => [
        shortenAnswer(answer, { label }),
        votes,
        debaters.join(", "),
      ]),
    },
    {
      title: "Ranking",
      names: ["debater", "points", "95% of resampled ballots"],
      rows: listRanking(result).map(({ debater, points, range }) => [debater, points, range]),
    },
    {
      title: CHEAPER_METHODS,
      names: ["instead", "answer", "calls", "cost"],
      rows: methods.flatMap(([name, outcome]) =>
        outcome
          ? [
              [
                name,
                shortenAnswer(outcome.answer, {
                  label: findLabelInRounds(result.rounds, outcome.answer),
                }) || "(none)",
                outcome.calls,
                formatMoney(outcome.usd),
              ],
            ]
          : [],
      ),
    },
  ];
}

/** Result of the check of an answer. Empty if there is none. */
export function describeCheck({ verdict }: Pick<Position, "verdict">): string {
  if (verdict === "ok") return "passed the check";
  return verdict === "refuted" ? "failed the check" : "";
}

export function listPositionNotes(position: Position): string[] {
  return [
    describePositionStatus(position),
    position.changed ? "changed" : "",
    describeCheck(position),
    describeClarified(position),
    describeBlindness(position),
    describeAttempts(position),
    describeOwnEstimate(position),
  ].filter((note) => note !== "");
}
