/*
 * Whether a panel notices without labels that its questions have changed, on recorded replies of real models: random
 * panels of seven, polled one by one, calibrated on some rows and watched on others.
 *
 *   node scripts/evidence/alarm.ts [panels]
 *
 * Takes about eight minutes for 200 panels.
 */
import "../lib/saved-output.ts";
import { shuffle } from "../../packages/core/src/record/random.ts";
import type { ShiftAlarm } from "../../packages/core/src/protocol/shift.ts";
import { rowOf, scoreVote } from "./polls.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, formatShare, modelOfSet } from "./resample.ts";
import {
  drawPanel,
  findAlarm,
  mean,
  percent,
  splitByDifficulty,
  watchPanel,
  type DrawnPanel,
  type WatchedPanel,
} from "./watched.ts";

const panels = Number(process.argv[2] ?? 200);

function load(set: string): Readings | null {
  const readings = readingsOf(set, usualReads(set));
  return readings && withoutGaps(readings);
}

function watchOn(
  readings: Readings,
  panel: DrawnPanel,
  questions: readonly number[],
): WatchedPanel {
  const rows = questions.map((question) => rowOf(readings, panel.members, question));
  return watchPanel(panel.names, rows, readings.basis);
}

function alarmOn(
  readings: Readings,
  panel: DrawnPanel,
  watched: WatchedPanel,
  questions: readonly number[],
): ShiftAlarm | null {
  const seen = questions.map((question) => watched.see(rowOf(readings, panel.members, question)));
  return findAlarm(watched, seen);
}

/** What came of watching one panel. */
interface Watched {
  names: readonly string[];
  alarm: ShiftAlarm | null;
}

/** Every panel has its own stream of questions, so only models are drawn. */
const within = (all: readonly Watched[], count: number, from = 0): string =>
  formatShare(
    estimateRatio(
      all.map(({ alarm }, panel) => ({ panel, question: 0, alarm })),
      all.map(({ names }) => names),
      ({ alarm }) => Number(alarm !== null && alarm.at > from && alarm.at <= count),
    ),
  );

const print = (...cells: (string | number)[]): void => console.log(`| ${cells.join(" | ")} |`);

function table(...columns: string[]): void {
  console.log("");
  print(...columns);
  console.log(`|${columns.map(() => "---|").join("")}`);
}

function falseAlarms(set: string, rows: number): Watched[] {
  const readings = load(set);
  if (readings === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    return [];
  }
  let length = 0;
  const all = Array.from({ length: panels }, (_, index) => {
    const panel = drawPanel(readings, `${set} ${index}`);
    const questions = shuffle([...readings.questions.keys()], panel.random);
    const stream = questions.slice(rows, rows + 500);
    length = stream.length;
    const watched = watchOn(readings, panel, questions.slice(0, rows));
    return {
      names: panel.names.map((name) => modelOfSet(set, name)),
      alarm: alarmOn(readings, panel, watched, stream),
    };
  });
  print(set, rows, length, ...[20, 60, 500].map((count) => within(all, count)));
  return all;
}

/** From the easier half to the harder half: at once, and after calm questions. */
function harder(set: string): void {
  const readings = load(set);
  if (readings === null) return console.log(`${set}: skipped, the recorded replies are not here`);
  const CALM = 300;
  const all = Array.from({ length: panels }, (_, index) => {
    const panel = drawPanel(readings, `${set} harder ${index}`);
    const { easy, hard } = splitByDifficulty(readings, panel);
    const watched = watchOn(readings, panel, easy.slice(0, 100));
    const agree = (questions: readonly number[]): number =>
      mean(
        questions.map((question) => {
          const { said: answerGroups } = rowOf(readings, panel.members, question);
          const [a, b] = watched.first;
          return Number((answerGroups[a] ?? -1) >= 0 && answerGroups[a] === answerGroups[b]);
        }),
      );
    // Not from the rows of the calibration, which agree better with it than others do.
    const others = easy.slice(100);
    const calm = Array.from(
      { length: CALM },
      () => others[Math.floor(panel.random() * others.length)] ?? 0,
    );
    return {
      names: panel.names,
      before: agree(easy),
      after: agree(hard),
      atOnce: alarmOn(readings, panel, watched, hard.slice(0, 60)),
      later: alarmOn(readings, panel, watched, [...calm, ...hard.slice(0, 100)]),
    };
  });
  print(
    set,
    percent(mean(all.map(({ before }) => before))),
    percent(mean(all.map(({ after }) => after))),
    ...[20, 60].map((count) =>
      within(
        all.map(({ names, atOnce }) => ({ names, alarm: atOnce })),
        count,
      ),
    ),
    ...[60, 100].map((count) =>
      within(
        all.map(({ names, later }) => ({ names, alarm: later })),
        CALM + count,
        CALM,
      ),
    ),
  );
}

/** From one subject to another. */
function subjects(set: string): void {
  const readings = load(set);
  if (readings === null) return console.log(`${set}: skipped, the recorded replies are not here`);
  const kinds = [...new Set(readings.questions.map(({ category = "" }) => category))];
  const of = (subject: string): number[] =>
    [...readings.questions.keys()].filter((at) => readings.questions[at]?.category === subject);
  const all = Array.from({ length: 4 * panels }, (_, index) => {
    const panel = drawPanel(readings, `${set} subjects ${index}`);
    const [from = "", to = ""] = shuffle(kinds, panel.random);
    const calibrated = shuffle(of(from), panel.random);
    const stream = shuffle(of(to), panel.random);
    const watched = watchOn(readings, panel, calibrated.slice(0, 100));
    const voted = (questions: readonly number[]): number =>
      mean(questions.map((question) => scoreVote(rowOf(readings, panel.members, question))));
    return {
      names: panel.names,
      drop: voted(calibrated) - voted(stream),
      alarm: alarmOn(readings, panel, watched, stream.slice(0, 60)),
    };
  });
  for (const [title, low, high] of [
    ["30 points or more", 0.3, 1],
    ["10 points or more", 0.1, 1],
    ["10 to 30 points", 0.1, 0.3],
    ["less than 5 points either way", -0.05, 0.05],
    ["better by 10 points or more", -1, -0.1],
  ] as const) {
    const some = all.filter(({ drop }) => drop >= low && drop < high);
    print(title, some.length, within(some, 20), within(some, 60));
  }
}

console.log(
  `${panels} panels of 7, polled one by one; the alarm is looked at after every question; [middle 95 % of draws of models]`,
);
table("false alarms", "rows", "questions", "within 20", "within 60", "within 500");
const together = ["gsm8k", "mmlu-pro-29", "crux", "math-l5", "mmlu-pro"].flatMap((set) =>
  falseAlarms(set, 100),
);
print("together", 100, "all", ...[20, 60, 500].map((count) => within(together, count)));
table(
  "easy to hard, 100 rows",
  "first two agree on easy ones",
  "on hard ones",
  "noticed within 20",
  "within 60",
  "after 300 calm questions, within 60",
  "within 100",
);
for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro"]) harder(set);
table(
  "one subject of mmlu-pro-29 to another: the vote drops by",
  "cases",
  "noticed within 20",
  "within 60",
);
subjects("mmlu-pro-29");
