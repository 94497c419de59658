/*
 * Whether a panel tells apart why it no longer agrees as it did: harder questions, a member replaced by another model,
 * a member that answers wrongly on purpose, two members that became one. Random panels of seven on recorded replies,
 * calibrated on 100 rows; the change is there from the first question on.
 *
 *   node scripts/evidence/shift-causes.ts [panels of each set] [questions] [odd|even]
 *
 * Takes about five minutes for 40 panels.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/core/src/record/random.ts";
import type { ShiftCause } from "../../packages/core/src/protocol/shift.ts";
import { rowOf, type PanelRow } from "./polls.ts";
import { halfOf, readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import {
  describeSeen,
  drawPanel,
  findAlarm,
  mean,
  percent,
  splitByDifficulty,
  watchPanel,
  type WatchedPanel,
} from "./watched.ts";

const panels = Number(process.argv[2] ?? 40);
const length = Number(process.argv[3] ?? 60);
const half = process.argv[4];
const SETS = ["gsm8k", "crux", "math-l5", "mmlu-pro", "mmlu-pro-29"];
const CHANGES = [
  "nothing",
  "harder questions",
  "replaced, 15 points or more apart",
  "replaced, less apart",
  "wrong on purpose",
  "twins",
] as const;
const CAUSES = ["unknown", "harder", "easier", "replaced", "hostile", "twins"] as const;

type Change = (typeof CHANGES)[number];

interface Case {
  change: Change;
  everyone: boolean;
  alarmed: boolean;
  /** What it was put down to. */
  cause: ShiftCause["type"];
  /** Whether it names whoever changed. */
  named: boolean;
}

const isRight = ({ questions }: Readings, model: number, at: number): boolean =>
  questions[at]?.right.includes(questions[at]?.answerGroups[model] ?? -1) === true;

const accuracyOf = (readings: Readings, model: number): number =>
  mean([...readings.questions.keys()].map((at) => Number(isRight(readings, model, at))));

function* casesOf(readings: Readings, index: number): Generator<Case> {
  const panel = drawPanel(readings, `${readings.set} causes ${index}`);
  const { members, others, names, random } = panel;
  const { easy, hard } = splitByDifficulty(readings, panel);
  const all = shuffle([...readings.questions.keys()], random);
  const watch = (questions: readonly number[]): WatchedPanel =>
    watchPanel(
      names,
      questions.slice(0, 100).map((question) => rowOf(readings, members, question)),
      readings.basis,
    );
  const usual = watch(all);
  const easier = watch(easy);
  for (const change of CHANGES) {
    const isHarder = change === "harder questions";
    const watched = isHarder ? easier : usual;
    const questions = isHarder ? hard.slice(0, length) : all.slice(100, 100 + length);
    for (const everyone of [true, false]) {
      // A poll one by one can only notice those that it asks.
      const able = everyone ? [...names.keys()] : watched.first;
      const [changed = 0, twin = 1] = shuffle(able, random);
      const own = accuracyOf(readings, members[changed] ?? 0);
      const far = change === "replaced, 15 points or more apart";
      const substitutes = others.filter(
        (model) => Math.abs(accuracyOf(readings, model) - own) >= 0.15 === far,
      );
      const [substitute] = shuffle(substitutes, random);
      if (change.startsWith("replaced") && substitute === undefined) continue;
      const rows = questions.map((question) => {
        const row = rowOf(readings, members, question);
        const answerGroups = [...row.said];
        if (change.startsWith("replaced")) {
          answerGroups[changed] = readings.questions[question]?.answerGroups[substitute ?? 0] ?? -1;
        }
        if (change === "wrong on purpose")
          answerGroups[changed] = answerWrongly(readings, row, random);
        if (change === "twins") answerGroups[twin] = answerGroups[changed] ?? -1;
        return { ...row, said: answerGroups };
      });
      const seats = [...names.keys()];
      const seen = rows.map((row) =>
        everyone ? describeSeen(names, row, seats, seats) : watched.see(row),
      );
      const alarm = findAlarm(watched, seen);
      const { type: cause, members: blamed } = alarm?.cause ?? { type: "unknown", members: [] };
      const guilty = cause === "twins" ? [changed, twin] : [changed];
      const named = guilty.every((member) => blamed.includes(names[member] ?? ""));
      yield { change, everyone, alarmed: alarm !== null, cause, named };
    }
  }
}

/** Half of the time what some other model wrongly said, else something that nobody says. */
function answerWrongly(
  readings: Readings,
  { question, right }: PanelRow,
  random: () => number,
): number {
  const answerGroups = readings.questions[question]?.answerGroups ?? [];
  const wrong = answerGroups.filter((group) => group >= 0 && group !== right);
  return random() < 0.5 ? (wrong[Math.floor(random() * wrong.length)] ?? 9999) : 9999;
}

const NAMED: ReadonlySet<string> = new Set(["replaced", "hostile", "twins"]);

console.log(
  `${panels} panels of 7 of each of ${SETS.join(", ")}; ${length} questions after the change${half === undefined ? "" : `; ${half} questions only`}`,
);
const cases: Case[] = [];
for (const set of SETS) {
  const readings = readingsOf(set, usualReads(set));
  if (readings === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  const part = halfOf(withoutGaps(readings), half);
  for (let index = 0; index < panels; index++) cases.push(...casesOf(part, index));
}
for (const everyone of [true, false]) {
  const columns = [
    "alarm",
    ...CAUSES.map((cause) => `put down to: ${cause}`),
    "names the right one",
  ];
  console.log(
    `\n| ${everyone ? "everyone is asked" : "asked one by one; one of the first two changed"} | ${columns.join(" | ")} |`,
  );
  console.log(`|---|${columns.map(() => "---|").join("")}`);
  for (const change of CHANGES) {
    const some = cases.filter((each) => each.change === change && each.everyone === everyone);
    const alarmed = some.filter((each) => each.alarmed);
    const blamed = alarmed.filter(({ cause }) => NAMED.has(cause));
    const cells = [
      `${change} (${some.length})`,
      percent(alarmed.length / Math.max(1, some.length)),
      ...CAUSES.map((cause) =>
        alarmed.length === 0
          ? "–"
          : percent(mean(alarmed.map((each) => Number(each.cause === cause)))),
      ),
      blamed.length === 0 ? "–" : percent(mean(blamed.map(({ named }) => Number(named)))),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
