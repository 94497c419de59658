/*
 * What weights that were learned without any known answer gain over a majority whose ties are shared out: random panels
 * of seven on recorded replies, learned from up to 100 questions.
 *
 *   node scripts/evidence/unlabelled.ts [panels] [odd|even]
 *
 * Takes about four minutes for 200 panels. `odd` and `even` use half of the models where there are enough.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/rostrum/src/api/index.ts";
import {
  beliefIn,
  createJudgementFrom,
  groupAsked,
} from "../../packages/rostrum/src/decide/index.ts";
import { fitUnlabelled } from "../../packages/rostrum/src/eval/calibration/fit-unlabelled.ts";
import type { ReplayRow } from "../../packages/rostrum/src/protocol/calibration.ts";
import { ALL_SETS, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
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

const scoreVote = (rows: readonly Row[]): number =>
  mean(rows.map(({ said, right }) => scoreLeader(countVotes(said), right)));

/** How often the answer is right that is likeliest by weights from rows whose right answers nobody sees. */
function scoreWeights(learned: readonly Row[], scored: readonly Row[]): number {
  const names = learned[0]?.said.map((_, seat) => `seat ${seat}`) ?? [];
  const judgement = createJudgementFrom(names, fitUnlabelled(learned, names));
  const all = [...names.keys()];
  return mean(
    scored.map((row) => {
      const { members, numbers } = groupAsked(row, all);
      const beliefs = beliefIn(members, judgement).map(
        (belief, at) => [numbers[at] ?? -1, belief] as const,
      );
      return scoreLeader(new Map(beliefs), row.right);
    }),
  );
}

function measure(readings: Readings, index: number): Record<string, number> {
  const size = Math.min(7, readings.models.length);
  const { members, random } = drawPanel(readings, `${readings.set} unlabelled ${index}`, size);
  const rowsOf = (seats: readonly number[]): Row[] =>
    questions.map((at) => {
      const { said, right } = readings.questions[at] ?? { said: [], right: null };
      return { said: seats.map((member) => said[member] ?? -1), right, fold: 0 };
    });
  const questions = shuffle([...readings.questions.keys()], random);
  const rows = rowsOf(members);
  const learned = rows.slice(0, 100);
  const others = rows.slice(100);
  // Two seats are given to a copy of a third one.
  const [copied = 0, ...seats] = shuffle([...members.keys()], random);
  const copies = members.map((member, seat) =>
    seats.slice(0, 2).includes(seat) ? (members[copied] ?? member) : member,
  );
  const crowded = rowsOf(copies).slice(0, 100);
  const alone = members.map((_, member) =>
    mean(learned.map(({ said, right }) => Number(right !== null && said[member] === right))),
  );
  const vote = scoreVote(learned);
  return {
    vote,
    best: Math.max(...alone) - vote,
    same: scoreWeights(learned, learned) - vote,
    few: scoreWeights(learned.slice(0, 30), learned) - vote,
    ...(others.length >= 30 && { fresh: scoreWeights(learned, others) - scoreVote(others) }),
    copied: scoreWeights(crowded, crowded) - scoreVote(crowded),
  };
}

/** Points, with the interval of their mean over panels. */
function points(values: readonly number[], sign = "+"): string {
  if (values.length === 0) return "–";
  const middle = mean(values);
  const error = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length);
  const format = (value: number): string => `${value >= 0 ? sign : ""}${(100 * value).toFixed(1)}`;
  return `${format(middle)} [${format(middle - 1.96 * error)}, ${format(middle + 1.96 * error)}]`;
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
  `${panels} panels of 7, weights from up to 100 questions without known answers; points against the majority\n`,
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
for (const set of ALL_SETS) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = someModels(withoutGaps(found));
  const all = Array.from({ length: panels }, (_, index) => measure(readings, index));
  const of = (name: string): number[] => all.flatMap((each) => each[name] ?? []);
  const cells = Object.keys(COLUMNS).map((name) => points(of(name)));
  const vote = `${(100 * mean(of("vote"))).toFixed(1)} %`;
  console.log(`| ${set} | ${usualReads(set)} | ${vote} | ${cells.join(" | ")} |`);
}
