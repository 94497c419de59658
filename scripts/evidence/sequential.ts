/*
 * The sequential panel on recorded replies of real models: 50 random panels of seven, calibrated on 100
 * rows and tested on the rest, through the public API.
 *
 *   node scripts/evidence/sequential.ts [panels] [rows to calibrate on]
 */
import { calibrate, recorded, type Recording } from "../../packages/rostrum/src/eval/index.ts";
import { seededRandom, shuffled } from "../../packages/rostrum/src/api/index.ts";
import {
  Debate,
  math,
  number,
  sequential,
  type AnswerKind,
} from "../../packages/rostrum/src/index.ts";
import { gradeFor } from "../../packages/rostrum/src/eval/grade.ts";
import { recordedFile } from "./recorded.ts";

const PANELS = Number(process.argv[2] ?? 50);
const ROWS = Number(process.argv[3] ?? 100);
const SIZE = 7;
const TARGET = 0.97;

interface Tally {
  questions: number;
  right: number;
  rightOfAll: number;
  calls: number;
  sure: number;
  sureAndWrong: number;
  bins: { stated: number; right: number }[];
}

export async function measure(recording: Recording, answer: AnswerKind<unknown>): Promise<Tally> {
  const tally: Tally = {
    questions: 0,
    right: 0,
    rightOfAll: 0,
    calls: 0,
    sure: 0,
    sureAndWrong: 0,
    bins: Array.from({ length: 10 }, () => ({ stated: 0, right: 0 })),
  };
  const all = Object.keys(recording.models);
  for (let panel = 0; panel < PANELS; panel++) {
    const random = seededRandom(`panel ${panel}`);
    const names = shuffled(all, random).slice(0, SIZE);
    const items = shuffled(recording.items, random);
    const debaters = names.map((name) => ({ name, model: recording.models[name] as () => string }));
    const limits = { retries: 0 };
    const whole = new Debate<unknown>({ debaters, answer, rounds: 0, limits });
    const rows = [];
    for (const { question, gold } of items.slice(0, ROWS)) {
      const { rounds } = await whole.run(question);
      const replies = Object.fromEntries(
        (rounds[0]?.positions ?? []).map(({ debater, text }) => [debater, text]),
      );
      rows.push({ gold, replies });
    }
    const calibration = calibrate(rows, { answer });
    const poll = sequential({ calibration, target: TARGET });
    const asking = new Debate<unknown>({ debaters, answer, rounds: 0, poll, limits });
    for (const item of items.slice(ROWS)) {
      const grade = gradeFor(item, answer);
      const result = await asking.run(item.question);
      const right = grade(result.answer);
      const { answer: voted } = await whole.run(item.question);
      tally.questions += 1;
      tally.right += Number(right);
      tally.rightOfAll += Number(grade(voted));
      tally.calls += result.usage.calls;
      if (result.stopReason === "decided") {
        tally.sure += 1;
        tally.sureAndWrong += Number(!right);
      }
      const bin = tally.bins[Math.min(9, Math.floor((result.confidence ?? 0) * 10))];
      if (bin) {
        bin.stated += result.confidence ?? 0;
        bin.right += Number(right);
      }
    }
  }
  return tally;
}

if (import.meta.main) {
  console.log(`${PANELS} panels of ${SIZE}, calibrated on ${ROWS} rows, target ${TARGET}`);
  for (const [name, answer] of [
    ["gsm8k", number()],
    ["math-l5", math()],
  ] as const) {
    const file = recordedFile(name);
    if (file === null) {
      console.log(`${name}: skipped, the recorded replies are not here`);
      continue;
    }
    const { questions, right, rightOfAll, calls, sure, sureAndWrong, bins } = await measure(
      await recorded(file),
      answer,
    );
    const ece = bins.reduce((sum, bin) => sum + Math.abs(bin.stated - bin.right), 0) / questions;
    const percent = (share: number): string => (100 * share).toFixed(2);
    console.log(
      `${name}: ${percent(right / questions)} % right against ${percent(rightOfAll / questions)} % of asking all ${SIZE}; ` +
        `${(calls / questions).toFixed(2)} calls; ECE ${ece.toFixed(3)}; sure of ${percent(sure / questions)} %, ` +
        `of which ${percent(sureAndWrong / Math.max(1, sure))} % wrong`,
    );
  }
}
