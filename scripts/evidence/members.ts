/*
 * Whether it can be told which member to add to a panel, or to drop from it: chosen on 100 rows with known answers, and
 * measured on others.
 *
 *   node scripts/evidence/members.ts [panels]
 *
 * Takes about five minutes for 20 panels.
 */
import "../lib/saved-output.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import type { ReplayRow } from "../../packages/core/src/protocol/calibration.ts";
import { judgeHeldOut, judgeOthers } from "../../packages/eval/src/panel/member-advice.ts";
import { readingsOf, usualReads, withoutGaps, type Readings } from "./readings.ts";
import { estimateRatio, formatPoints } from "./resample.ts";
import { mean } from "./watched.ts";

const panels = Number(process.argv[2] ?? 20);
/** How much a candidate's own share of right answers counts next to what it was seen to add. */
const OWN = 0.25;

const share = (list: readonly boolean[]): number => mean(list.map(Number));
const indexOfMost = (list: readonly number[]): number => list.indexOf(Math.max(...list));

interface Advice {
  names: string[];
  gains: Record<string, number>;
}

function measureAdvice(readings: Readings, index: number): Advice {
  const random = createRandom(`${readings.set} members ${index}`);
  const models = shuffle([...readings.models.keys()], random);
  const rows = shuffle(readings.questions, random).map(({ answerGroups, right }): ReplayRow => ({
    said: answerGroups,
    right: right[0] ?? null,
    fold: 0,
  }));
  const known = rows.slice(0, 100);
  const tested = rows.slice(100, 500);
  const own = (member: number): number =>
    mean(known.map((row) => Number(row.right !== null && row.said[member] === row.right)));
  const seen = (members: readonly number[]): number => share(judgeHeldOut(known, members));
  const real = (members: readonly number[]): number => share(judgeOthers(known, tested, members));

  const small = models.slice(0, 4);
  const candidates = models.slice(4, 11);
  const [before, beforeReal] = [seen(small), real(small)];
  const added = candidates.map((member) => ({
    own: own(member),
    seen: seen([...small, member]) - before,
    real: real([...small, member]) - beforeReal,
  }));
  const addBy = (value: (each: (typeof added)[number]) => number): number =>
    added[indexOfMost(added.map(value))]?.real ?? 0;
  const large = models.slice(0, 7);
  const [whole, wholeReal] = [seen(large), real(large)];
  const dropped = large.map((member) => {
    const rest = large.filter((each) => each !== member);
    return { own: own(member), seen: seen(rest) - whole, real: real(rest) - wholeReal };
  });
  const dropBy = (value: (each: (typeof dropped)[number]) => number): number =>
    dropped[indexOfMost(dropped.map(value))]?.real ?? 0;
  const gains = {
    addAny: mean(added.map((each) => each.real)),
    addOwn: addBy((each) => each.own),
    addBoth: addBy((each) => each.seen + OWN * each.own),
    addHindsight: addBy((each) => each.real),
    promised: Math.max(...added.map((each) => each.seen)),
    dropAny: mean(dropped.map((each) => each.real)),
    dropBoth: dropBy((each) => each.seen - OWN * each.own),
    dropHindsight: dropBy((each) => each.real),
  };
  return { names: models.slice(0, 11).map((at) => readings.models[at] ?? ""), gains };
}

function advise(): void {
  const columns: Record<string, string> = {
    addAny: "add: any of seven",
    addBoth: "as advised",
    addOwn: "the most often right",
    addHindsight: "best in hindsight",
    promised: "what the most promising was seen to add",
    dropAny: "drop: any",
    dropBoth: "as advised",
    dropHindsight: "best in hindsight",
  };
  console.log(
    `${panels} panels; 100 rows to choose by; points of the calibrated answer on other rows, added to four members and dropped from seven, [middle 95 % of draws of models]\n`,
  );
  console.log(`| set | ${Object.values(columns).join(" | ")} |`);
  console.log(
    `|---|${Object.keys(columns)
      .map(() => "---|")
      .join("")}`,
  );
  for (const set of ["gsm8k", "crux", "math-l5", "mmlu-pro", "mmlu-pro-29"]) {
    const found = readingsOf(set, usualReads(set));
    if (found === null) {
      console.log(`${set}: skipped, the recorded replies are not here`);
      continue;
    }
    const readings = withoutGaps(found);
    const all = Array.from({ length: panels }, (_, index) => measureAdvice(readings, index));
    // Every panel has its own rows, so only models are drawn.
    const cells = Object.keys(columns).map((name) =>
      formatPoints(
        estimateRatio(
          all.map(({ gains }, panel) => ({ panel, question: 0, gain: gains[name] ?? 0 })),
          all.map(({ names }) => names),
          ({ gain }) => gain,
        ),
      ),
    );
    console.log(`| ${set} | ${cells.join(" | ")} |`);
  }
}

advise();
