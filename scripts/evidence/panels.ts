/*
 * Whether to ask more than one model, on recorded replies of models of 2025 and 2026 first: the vote of a random panel,
 * and the vote with weights learned without known answers, against the member that was best on other questions.
 *
 *   node scripts/evidence/panels.ts [panels]
 *
 * The member is chosen on one half of the questions, and everything is measured on the other half. Intervals draw
 * panels and questions anew. Takes about three minutes.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import { beliefIn, createJudgementFrom, groupAsked } from "../../packages/core/src/decide/index.ts";
import { fitUnlabelled } from "../../packages/eval/src/calibration/fit-unlabelled.ts";
import type { ReplayRow } from "../../packages/core/src/protocol/calibration.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, type PanelCase } from "./resample.ts";
import { mean } from "./watched.ts";

const panels = Number(process.argv[2] ?? 200);
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

/** One measured question under one panel. */
interface Case extends PanelCase {
  best: number;
  vote: number;
  weighted: number;
  any: number;
}

function measure({ set, models, questions }: Readings, size: number, panel: number): Case[] {
  const random = createRandom(`${set} panels ${size} ${panel}`);
  const members = shuffle([...models.keys()], random).slice(0, size);
  const all = shuffle([...questions.keys()], random);
  const rowOf = (at: number): Row => {
    const { said = [], right = null } = questions[at] ?? {};
    return { said: members.map((member) => said[member] ?? -1), right, fold: 0 };
  };
  const half = Math.floor(all.length / 2);
  const known = all.slice(0, half).map(rowOf);
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
  return all.slice(half).map((question) => {
    const row = rowOf(question);
    return {
      panel,
      question,
      best: isRight(row, best),
      vote: scoreVote(row),
      weighted: weigh(row),
      any: Number(seats.some((seat) => isRight(row, seat) === 1)),
    };
  });
}

function formatGain(cases: readonly Case[], name: "vote" | "weighted" | "any"): string {
  const { value, low, high } = estimateRatio(cases, (each) => each[name] - each.best);
  const points = (part: number): string => `${part >= 0 ? "+" : ""}${(100 * part).toFixed(1)}`;
  return `${points(value)} [${points(low)}, ${points(high)}]`;
}

console.log(
  `${panels} random panels, each with its own halves; points against the member that was best on the other half, [middle 95 % of draws of panels and questions]\n`,
);
console.log(
  "| set, members | models | best member | vote − best member | panels in which the vote is no worse | vote with unlabelled weights − best member | any member right − best member |",
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
    const all = Array.from({ length: panels }, (_, index) => measure(readings, size, index));
    const cases = all.flat();
    const noWorse = all.filter((own) => mean(own.map(({ vote, best }) => vote - best)) >= 0);
    const cells = [
      `${set}, ${size}`,
      readings.models.length,
      `${(100 * mean(cases.map(({ best }) => best))).toFixed(1)} %`,
      formatGain(cases, "vote"),
      `${((100 * noWorse.length) / panels).toFixed(0)} %`,
      formatGain(cases, "weighted"),
      formatGain(cases, "any"),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
