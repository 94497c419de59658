/*
 * Whether to ask more than one model, on recorded replies of models of 2025 and 2026 first: the vote of a random panel,
 * and the vote with weights learned without known answers, against the member that was best on other questions.
 *
 *   node scripts/evidence/panels.ts [resamples]
 *
 * The member is chosen on one half of the questions, and everything is measured on the other half. Intervals draw the
 * panel, the halves and the questions anew each time. Takes about five minutes.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/rostrum/src/api/index.ts";
import {
  beliefIn,
  createJudgementFrom,
  groupAsked,
} from "../../packages/rostrum/src/decide/index.ts";
import { fitUnlabelled } from "../../packages/rostrum/src/eval/calibration/fit-unlabelled.ts";
import type { ReplayRow } from "../../packages/rostrum/src/protocol/calibration.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { mean } from "./watched.ts";

const resamples = Number(process.argv[2] ?? 400);
const NEWER = ["xfin", "gpqa", "mmlu-pro-2", "math500", "mgsm", "bbh"];
const OLDER = ["gsm8k", "math-l5", "crux", "mmlu-pro", "mmlu-pro-29"];
const SIZES = [3, 5];

type Row = ReplayRow & { said: number[] };

/** How right the leading answer is; the leaders of a tie share it out. */
function scoreLeader(weights: ReadonlyMap<number, number>, right: number | null): number {
  const most = Math.max(...weights.values());
  const leaders = [...weights].filter(([, weight]) => weight >= most - 1e-9);
  return right !== null && leaders.some(([group]) => group === right) ? 1 / leaders.length : 0;
}

function scoreVote({ said, right }: Row): number {
  const counts = new Map<number, number>();
  for (const group of said) if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  return scoreLeader(counts, right);
}

function measure({ set, models, questions }: Readings, size: number, index: number) {
  const random = createRandom(`${set} panels ${size} ${index}`);
  const members = shuffle([...models.keys()], random).slice(0, size);
  const all = shuffle([...questions.keys()], random);
  const rowOf = (at: number): Row => {
    const { said = [], right = null } = questions[at] ?? {};
    return { said: members.map((member) => said[member] ?? -1), right, fold: 0 };
  };
  const half = Math.floor(all.length / 2);
  const known = all.slice(0, half).map(rowOf);
  // The bootstrap draws from the questions that nothing was chosen on.
  const others = all.slice(half);
  const tested = others.map(() => rowOf(others[Math.floor(random() * others.length)] ?? 0));
  const isRight = (row: Row, seat: number): number =>
    Number(row.right !== null && row.said[seat] === row.right);
  const seats = [...members.keys()];
  const before = seats.map((seat) => mean(known.map((row) => isRight(row, seat))));
  const best = before.indexOf(Math.max(...before));
  const names = seats.map(String);
  const judgement = createJudgementFrom(names, fitUnlabelled(known, names));
  const weigh = (row: Row): number => {
    const { members: groups, numbers } = groupAsked(row, seats);
    const beliefs = beliefIn(groups, judgement);
    return scoreLeader(new Map(beliefs.map((each, at) => [numbers[at] ?? -1, each])), row.right);
  };
  return {
    best: mean(tested.map((row) => isRight(row, best))),
    vote: mean(tested.map(scoreVote)),
    weighted: mean(tested.map(weigh)),
    any: mean(tested.map((row) => Number(seats.some((seat) => isRight(row, seat) === 1)))),
  };
}

function interval(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const points = (value: number): string => `${value >= 0 ? "+" : ""}${(100 * value).toFixed(1)}`;
  const at = (share: number): string => points(sorted[Math.floor(share * sorted.length)] ?? 0);
  return `${points(mean(values))} [${at(0.025)}, ${at(0.975)}]`;
}

console.log(
  `${resamples} random panels, each with its own halves and its own draw of questions; points against the member that was best on the other half\n`,
);
console.log(
  "| set, members | models | questions measured | best member | vote − best member | vote with unlabelled weights − best member | any member right − best member |",
);
console.log("|---|---|---|---|---|---|---|");
for (const set of [...NEWER, ...OLDER]) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = withoutGaps(found);
  for (const size of SIZES) {
    const all = Array.from({ length: resamples }, (_, index) => measure(readings, size, index));
    const against = (name: "vote" | "weighted" | "any"): string =>
      interval(all.map((each) => each[name] - each.best));
    console.log(
      `| ${set}, ${size} | ${readings.models.length} | ${Math.ceil(readings.questions.length / 2)} | ${(100 * mean(all.map((each) => each.best))).toFixed(1)} % | ${against("vote")} | ${against("weighted")} | ${against("any")} |`,
    );
  }
}
