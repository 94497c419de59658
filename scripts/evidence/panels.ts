/*
 * Whether to ask more than one model, on recorded replies: the vote of a random panel,
 * and the vote with weights learned without known answers, against the member that was best on other questions.
 *
 *   node scripts/evidence/panels.ts [panels]
 *
 * The member is chosen on one half of the questions, and everything is measured on the other half. Intervals draw
 * models and questions anew. Takes about three minutes.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import { computeBeliefs, createBeliefModelFrom } from "../../packages/core/src/decide/posterior.ts";
import { groupAsked } from "../../packages/core/src/decide/replay.ts";
import { fitUnlabelled } from "../../packages/eval/src/calibration/fit-unlabelled.ts";
import { isRight, rowOf, scoreLeader, scoreVote, type PanelRow } from "./polls.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, formatPoints, formatShare, type PanelCase } from "./resample.ts";
import { mean } from "./watched.ts";

const panels = Number(process.argv[2] ?? 200);
const NEWER = ["xfin", "gpqa", "mmlu-pro-2", "math500", "mgsm", "bbh"];
const OLDER = ["gsm8k", "math-l5", "crux", "mmlu-pro", "mmlu-pro-29"];
const SIZES = [3, 5];

/** One measured question under one panel. */
interface Case extends PanelCase {
  /** Members that gave the leading answer. */
  votes: number;
  best: number;
  vote: number;
  weighted: number;
  any: number;
}

function countLeading({ said: answerGroups }: PanelRow): number {
  const groups = Map.groupBy(
    answerGroups.filter((group) => group >= 0),
    (group) => group,
  );
  return Math.max(0, ...[...groups.values()].map(({ length }) => length));
}

interface Measured {
  cases: Case[];
  names: string[];
}

function measure(readings: Readings, size: number, panel: number): Measured {
  const { set, models, questions } = readings;
  const random = createRandom(`${set} panels ${size} ${panel}`);
  const members = shuffle([...models.keys()], random).slice(0, size);
  const all = shuffle([...questions.keys()], random);
  const half = Math.floor(all.length / 2);
  const known = all.slice(0, half).map((at) => rowOf(readings, members, at));
  const seats = [...members.keys()];
  const before = seats.map((seat) => mean(known.map((row) => Number(isRight(row, seat)))));
  const best = before.indexOf(Math.max(...before));
  const names = seats.map(String);
  const beliefModel = createBeliefModelFrom(names, fitUnlabelled(known, names));
  const weigh = (row: PanelRow): number => {
    const { members: groups, numbers } = groupAsked(row, seats);
    const beliefs = computeBeliefs(groups, beliefModel);
    return scoreLeader(new Map(beliefs.map((each, at) => [numbers[at] ?? -1, each])), row);
  };
  const cases = all.slice(half).map((question) => {
    const row = rowOf(readings, members, question);
    return {
      panel,
      question,
      best: Number(isRight(row, best)),
      votes: countLeading(row),
      vote: scoreVote(row),
      weighted: weigh(row),
      any: Number(seats.some((seat) => isRight(row, seat))),
    };
  });
  return { cases, names: members.map((at) => models[at] ?? "") };
}

/** By how many of three agree: how often that is so, and how often the vote is then right. */
function describeSupport(cases: readonly Case[], names: readonly (readonly string[])[]): string[] {
  return [3, 2, 1].flatMap((votes) => {
    const some = cases.filter((each) => each.votes === votes);
    return [
      `${((100 * some.length) / cases.length).toFixed(1)} %`,
      some.length === 0 ? "–" : formatShare(estimateRatio(some, names, ({ vote }) => vote)),
    ];
  });
}

console.log(
  `${panels} random panels of each size, each with its own halves of the questions. The best member of each panel was chosen on one half; everything is measured on the other. Points against it, [middle 95 % of draws of models and questions]\n`,
);
console.log(
  "| set, members | models | best member | vote − best member | vote with unlabelled weights − best member | any member right − best member |",
);
console.log("|---|---|---|---|---|---|");
const supports: string[] = [];
for (const set of [...NEWER, ...OLDER]) {
  const found = readingsOf(set, usualReads(set));
  if (found === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const readings = withoutGaps(found);
  for (const size of SIZES) {
    const all = Array.from({ length: panels }, (_, index) => measure(readings, size, index));
    const cases = all.flatMap((each) => each.cases);
    const names = all.map((each) => each.names);
    const gain = (name: "vote" | "weighted" | "any"): string =>
      formatPoints(estimateRatio(cases, names, (each) => each[name] - each.best));
    const cells = [
      `${set}, ${size}`,
      set === "xfin" ? "5, each with and without tools" : readings.models.length,
      formatShare(estimateRatio(cases, names, ({ best }) => best)),
      gain("vote"),
      gain("weighted"),
      gain("any"),
    ];
    console.log(`| ${cells.join(" | ")} |`);
    if (size === 3) supports.push(`| ${[set, ...describeSupport(cases, names)].join(" | ")} |`);
  }
}
console.log(
  "\n| vote of 3 | all three agree in | of these right | two agree in | of these right | none agree in | of these right, ties shared |",
);
console.log(`|---|---|---|---|---|---|---|\n${supports.join("\n")}`);
