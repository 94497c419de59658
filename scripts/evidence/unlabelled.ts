/*
 * What weights that were learned without any known answer gain over a majority whose ties are shared out: random panels
 * of seven on recorded replies, learned from up to 100 questions.
 *
 *   node scripts/evidence/unlabelled.ts [panels] [odd|even]
 *
 * Takes about four minutes for 200 panels. `odd` and `even` use half of the models where there are enough.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/core/src/record/random.ts";
import { beliefIn, createJudgementFrom, groupAsked } from "../../packages/core/src/decide/index.ts";
import { fitUnlabelled } from "../../packages/eval/src/calibration/fit-unlabelled.ts";
import type { ReplayRow } from "../../packages/core/src/protocol/calibration.ts";
import { ALL_SETS, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, type PanelCase } from "./resample.ts";
import { drawPanel, mean } from "./watched.ts";

const panels = Number(process.argv[2] ?? 200);
const half = process.argv[3];

type Row = ReplayRow & { said: number[] };

/** How right the leading answer is; the leaders of a tie share it out. */
function scoreLeader(weights: ReadonlyMap<number, number>, right: number | null): number {
  const most = Math.max(...weights.values());
  const leaders = [...weights]
    .filter(([, weight]) => weight >= most - 1e-9)
    .map(([group]) => group);
  return right !== null && leaders.includes(right) ? 1 / leaders.length : 0;
}

function countVotes(said: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const group of said) if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/** By row, how right the majority is. */
const scoreVote = (rows: readonly Row[]): number[] =>
  rows.map(({ said, right }) => scoreLeader(countVotes(said), right));

/** The same for the answer that is likeliest by weights from rows whose right answers nobody sees. */
function scoreWeights(learned: readonly Row[], scored: readonly Row[]): number[] {
  const names = learned[0]?.said.map((_, seat) => `seat ${seat}`) ?? [];
  const judgement = createJudgementFrom(names, fitUnlabelled(learned, names));
  const all = [...names.keys()];
  return scored.map((row) => {
    const { members, numbers } = groupAsked(row, all);
    const beliefs = beliefIn(members, judgement).map(
      (belief, at) => [numbers[at] ?? -1, belief] as const,
    );
    return scoreLeader(new Map(beliefs), row.right);
  });
}

/** What a way of answering gains on one question under one panel. */
type Gain = PanelCase & { gain: number };

/** Rows that nothing was learned from; more tell little more. */
const MOST_OTHERS = 300;

function measure(readings: Readings, panel: number): Record<string, Gain[]> {
  const size = Math.min(7, readings.models.length);
  const { members, random } = drawPanel(readings, `${readings.set} unlabelled ${panel}`, size);
  const rowsOf = (seats: readonly number[]): Row[] =>
    questions.map((at) => {
      const { said, right } = readings.questions[at] ?? { said: [], right: null };
      return { said: seats.map((member) => said[member] ?? -1), right, fold: 0 };
    });
  const questions = shuffle([...readings.questions.keys()], random);
  const rows = rowsOf(members);
  const learned = rows.slice(0, 100);
  const others = rows.slice(100, 100 + MOST_OTHERS);
  // Two seats are given to a copy of a third one.
  const [copied = 0, ...seats] = shuffle([...members.keys()], random);
  const copies = members.map((member, seat) =>
    seats.slice(0, 2).includes(seat) ? (members[copied] ?? member) : member,
  );
  const crowded = rowsOf(copies).slice(0, 100);
  const alone = members.map((_, member) =>
    learned.map(({ said, right }) => Number(right !== null && said[member] === right)),
  );
  const best = alone.toSorted((a, b) => mean(b) - mean(a))[0] ?? [];
  const against = (scores: readonly number[], votes: readonly number[], from = 0): Gain[] =>
    scores.map((score, at) => ({
      panel,
      question: questions[from + at] ?? 0,
      gain: score - (votes[at] ?? 0),
    }));
  const vote = scoreVote(learned);
  return {
    vote: against(vote, []),
    best: against(best, vote),
    same: against(scoreWeights(learned, learned), vote),
    few: against(scoreWeights(learned.slice(0, 30), learned), vote),
    ...(others.length >= 30 && {
      fresh: against(scoreWeights(learned, others), scoreVote(others), learned.length),
    }),
    copied: against(scoreWeights(crowded, crowded), scoreVote(crowded)),
  };
}

/** Points, with their interval. */
function points(gains: readonly Gain[]): string {
  if (gains.length === 0) return "–";
  const { value, low, high } = estimateRatio(gains, ({ gain }) => gain);
  const format = (part: number): string => `${part >= 0 ? "+" : ""}${(100 * part).toFixed(1)}`;
  return `${format(value)} [${format(low)}, ${format(high)}]`;
}

function someModels(readings: Readings): Readings {
  if (half === undefined || readings.models.length < 14) return readings;
  const kept = [...readings.models.keys()].filter((at) => at % 2 === (half === "odd" ? 1 : 0));
  return {
    ...readings,
    models: kept.map((at) => readings.models[at] ?? ""),
    questions: readings.questions.map((question) => ({
      ...question,
      said: kept.map((at) => question.said[at] ?? -1),
    })),
  };
}

console.log(
  `${panels} panels of 7, weights from up to 100 questions without known answers; points against the majority, [middle 95 % of draws of panels and questions]\n`,
);
const COLUMNS: Record<string, string> = {
  best: "best member of these rows",
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
  const readings = someModels(withoutGaps(found));
  const all = Array.from({ length: panels }, (_, index) => measure(readings, index));
  const of = (name: string): Gain[] => all.flatMap((each) => each[name] ?? []);
  const cells = Object.keys(COLUMNS).map((name) => points(of(name)));
  const vote = `${(100 * mean(of("vote").map(({ gain }) => gain))).toFixed(1)} %`;
  console.log(`| ${set} | ${usualReads(set)} | ${vote} | ${cells.join(" | ")} |`);
}
