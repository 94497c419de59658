/*
 * What weights that were learned without any known answer gain over a majority whose ties are shared out: random panels
 * of seven on recorded replies, learned from up to 100 questions.
 *
 *   node scripts/evidence/unlabelled.ts [panels]
 *
 * Takes about four minutes for 200 panels.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/core/src/record/random.ts";
import { computeBeliefs, createBeliefModelFrom } from "../../packages/core/src/decide/posterior.ts";
import { groupAsked } from "../../packages/core/src/decide/replay.ts";
import { fitUnlabelled } from "../../packages/eval/src/calibration/fit-unlabelled.ts";
import { ALL_SETS, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { isRight, rowOf, scoreLeader, scoreVote, type PanelRow } from "./polls.ts";
import {
  estimateRatio,
  formatPoints,
  formatShare,
  type Estimate,
  type PanelCase,
} from "./resample.ts";
import { drawPanel, mean } from "./watched.ts";

const panels = Number(process.argv[2] ?? 200);

/** By row, how right the answer is that is likeliest by weights from rows whose right answers nobody sees. */
function scoreWeights(learned: readonly PanelRow[], scored: readonly PanelRow[]): number[] {
  const names = learned[0]?.said.map((_, seat) => `seat ${seat}`) ?? [];
  const beliefModel = createBeliefModelFrom(names, fitUnlabelled(learned, names));
  const all = [...names.keys()];
  return scored.map((row) => {
    const { members, numbers } = groupAsked(row, all);
    const beliefs = computeBeliefs(members, beliefModel).map(
      (belief, at) => [numbers[at] ?? -1, belief] as const,
    );
    return scoreLeader(new Map(beliefs), row);
  });
}

/** What a way of answering gains on one question under one panel. */
type Gain = PanelCase & { gain: number };

/** Rows that nothing was learned from; more tell little more. */
const MAX_OTHERS = 300;

interface Measured {
  names: string[];
  gains: Record<string, Gain[]>;
}

function measure(readings: Readings, panel: number): Measured {
  const size = Math.min(7, readings.models.length);
  const { members, names, random } = drawPanel(
    readings,
    `${readings.set} unlabelled ${panel}`,
    size,
  );
  const rowsOf = (seats: readonly number[]): PanelRow[] =>
    questions.map((at) => rowOf(readings, seats, at));
  const questions = shuffle([...readings.questions.keys()], random);
  const rows = rowsOf(members);
  const learned = rows.slice(0, 100);
  const others = rows.slice(100, 100 + MAX_OTHERS);
  // Two seats are given to a copy of a third one.
  const [copied = 0, ...seats] = shuffle([...members.keys()], random);
  const copies = members.map((member, seat) =>
    seats.slice(0, 2).includes(seat) ? (members[copied] ?? member) : member,
  );
  const crowded = rowsOf(copies).slice(0, 100);
  const alone = members.map((_, member) => learned.map((row) => Number(isRight(row, member))));
  const best = alone.toSorted((a, b) => mean(b) - mean(a))[0] ?? [];
  const against = (scores: readonly number[], votes: readonly number[], from = 0): Gain[] =>
    scores.map((score, at) => ({
      panel,
      question: questions[from + at] ?? 0,
      gain: score - (votes[at] ?? 0),
    }));
  const vote = learned.map(scoreVote);
  const gains = {
    vote: against(vote, []),
    best: against(best, vote),
    same: against(scoreWeights(learned, learned), vote),
    few: against(scoreWeights(learned.slice(0, 30), learned), vote),
    ...(others.length >= 30 && {
      fresh: against(scoreWeights(learned, others), others.map(scoreVote), learned.length),
    }),
    copied: against(scoreWeights(crowded, crowded), crowded.map(scoreVote)),
  };
  return { names, gains };
}

console.log(
  `${panels} panels of 7, weights from up to 100 questions without known answers; points against the majority, [middle 95 % of draws of models and questions]\n`,
);
const COLUMNS: Record<string, string> = {
  best: "best member of these rows, in hindsight",
  same: "weights, same rows",
  fresh: "weights, other rows",
  few: "weights from 30 rows",
  copied: "three copies of one: weights",
};
console.log(`| set | read | majority | ${Object.values(COLUMNS).join(" | ")} |`);
console.log(
  `|---|---|---|${Object.keys(COLUMNS)
    .map(() => "---|")
    .join("")}`,
);
const NEWER = new Set(["xfin", "gpqa", "mmlu-pro-2", "math500", "mgsm", "bbh"]);
const newerFirst = ALL_SETS.toSorted((a, b) => Number(NEWER.has(b)) - Number(NEWER.has(a)));
for (const set of newerFirst) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = withoutGaps(found);
  const all = Array.from({ length: panels }, (_, index) => measure(readings, index));
  const names = all.map((each) => each.names);
  const estimate = (name: string): Estimate | null => {
    const gains = all.flatMap((each) => each.gains[name] ?? []);
    return gains.length === 0 ? null : estimateRatio(gains, names, ({ gain }) => gain);
  };
  const cells = Object.keys(COLUMNS).map((name) => {
    const gain = estimate(name);
    return gain ? formatPoints(gain) : "–";
  });
  const majority = estimate("vote");
  console.log(
    `| ${set} | ${usualReads(set)} | ${majority ? formatShare(majority) : "–"} | ${cells.join(" | ")} |`,
  );
}
