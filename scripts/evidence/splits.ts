/*
 * Whether calibrated polls are as honest on other questions and other models: random halves of the recorded
 * questions, and random halves of the models, each with panels of its own.
 *
 *   node scripts/evidence/splits.ts [splits] [panels] [sets]
 *
 * The last column shows what chance alone does to the calibration error of so few questions: the mean error of
 * probabilities that are exact. Panels share questions, so a hard question counts against all of them.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/rostrum/src/api/index.ts";
import { createJudgementFrom } from "../../packages/rostrum/src/decide/index.ts";
import { calibrationError, calibrationOf, kindOf, panelOf, pollRow } from "./polls.ts";
import { readingsOf, SETS, type Readings } from "./readings.ts";

const TARGET = 0.97;
const DRAWS = 20;

/** Which part of a set a split takes, and how large its panels are. */
interface Way {
  title: string;
  rows: boolean;
  models: boolean;
  size: number;
}

const WAYS: readonly Way[] = [
  { title: "half of the questions", rows: true, models: false, size: 7 },
  { title: "half of the models", rows: false, models: true, size: 5 },
];

interface Outcome {
  question: number;
  right: boolean;
  sure: boolean;
  belief: number;
  calls: number;
}

interface Split {
  error: number;
  gap: number;
  exact: number;
  outcomes: Outcome[];
}

const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;

function halfOf(readings: Readings, { rows, models }: Way, random: () => number): Readings {
  const half = <T>(list: readonly T[]): T[] =>
    shuffle([...list], random).slice(0, Math.floor(list.length / 2));
  const questions = rows ? half(readings.questions) : readings.questions;
  const kept = models ? half([...readings.models.keys()]) : [...readings.models.keys()];
  const pick = (list: readonly number[]): number[] => kept.map((at) => list[at] ?? -1);
  return {
    ...readings,
    models: kept.map((at) => readings.models[at] ?? ""),
    questions: questions.map((each) => ({
      ...each,
      said: pick(each.said),
      tokens: pick(each.tokens),
    })),
  };
}

function split(readings: Readings, way: Way, panels: number, seed: string): Split {
  const part = halfOf(readings, way, createRandom(seed));
  const outcomes = Array.from({ length: panels }, (_, index) => {
    const panel = panelOf(part, { seed: `${seed}, panel ${index}`, size: way.size });
    const judgement = createJudgementFrom(panel.names, kindOf(calibrationOf(panel, part.basis)));
    return panel.tested.map((row): Outcome => {
      const { belief, right, end, asked } = pollRow(row, judgement, { target: TARGET });
      return { question: row.question, right, sure: end === "sure", belief, calls: asked.length };
    });
  }).flat();
  return {
    error: calibrationError(outcomes),
    gap: mean(outcomes.map(({ belief, right }) => belief - Number(right))),
    exact: errorByChance(outcomes, createRandom(seed)),
    outcomes,
  };
}

/** The error that these beliefs would show if they were exact. */
function errorByChance(outcomes: readonly Outcome[], random: () => number): number {
  const errors = Array.from({ length: DRAWS }, () => {
    const hardness = new Map<number, number>();
    const drawn = outcomes.map(({ question, belief }) => {
      let needed = hardness.get(question);
      if (needed === undefined) hardness.set(question, (needed = random()));
      return { belief, right: needed < belief };
    });
    return calibrationError(drawn);
  });
  return mean(errors);
}

function spread(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${mean(values).toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

const TITLES: Record<string, string> = {
  gsm8k: "GSM8K",
  "math-l5": "MATH level 5",
  crux: "CRUX",
  "mmlu-pro": "MMLU-Pro",
};
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

const splits = Number(process.argv[2] ?? 8);
const panels = Number(process.argv[3] ?? 12);
console.log(
  `${splits} random halves, ${panels} panels each, calibrated on 100 rows, target ${TARGET}; mean [least, most] of the halves\n`,
);
const columns = [
  "right",
  "calls per question",
  "ECE",
  "stated above true",
  "sure of",
  "of these wrong",
  "ECE by chance alone",
];
console.log(`| | ${columns.join(" | ")} |\n|---|${columns.map(() => "---|").join("")}`);
for (const way of WAYS) {
  for (const set of process.argv[4]?.split(",") ?? SETS) {
    const readings = readingsOf(set);
    if (readings === null) {
      console.log(`${set}: skipped, the recorded replies are not here`);
      continue;
    }
    const all = Array.from({ length: splits }, (_, index) =>
      split(readings, way, panels, `${way.title} ${set} ${index}`),
    );
    const outcomes = all.flatMap((each) => each.outcomes);
    const sure = outcomes.filter((each) => each.sure);
    const cells = [
      `${TITLES[set] ?? set}, ${way.title}`,
      percent(mean(outcomes.map(({ right }) => Number(right)))),
      mean(outcomes.map(({ calls }) => calls)).toFixed(2),
      spread(all.map(({ error }) => error)),
      spread(all.map(({ gap }) => gap)),
      percent(sure.length / outcomes.length),
      sure.length === 0 ? "–" : percent(mean(sure.map(({ right }) => Number(!right)))),
      mean(all.map(({ exact }) => exact)).toFixed(3),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
