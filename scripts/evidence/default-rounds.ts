/*
 * How many calls a sequential panel makes with the default rounds, when what it is not sure of is debated: recorded
 * replies, and members that keep their answer, which is the most calls that the rounds can take.
 *
 *   node scripts/evidence/default-rounds.ts [panels]
 */
import { calibrate, recorded } from "../../packages/eval/src/index.ts";
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import {
  Debate,
  everyone,
  number,
  PanelFailedError,
  sequential,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import "../lib/saved-output.ts";
import { recordedFile } from "./recorded.ts";
import { statingModels } from "./stated-answer.ts";

const PANELS = Number(process.argv[2] ?? 10);
const ROWS = 100;
const TESTED = 100;
const answer = number();

/** Calls and stop reason of one debate. */
async function held(
  debate: Debate<number>,
  question: string,
): Promise<{ calls: number; sure: boolean }> {
  try {
    const { usage, stopReason } = await debate.run(question);
    return { calls: usage.calls, sure: stopReason === "decided" };
  } catch (error) {
    if (error instanceof PanelFailedError) return { calls: error.partial.usage.calls, sure: false };
    throw error;
  }
}

const file = recordedFile("gsm8k");
if (file === null) console.log("skipped, the recorded replies are not here");
else {
  const recording = await recorded(file);
  const models = statingModels(recording, answer);
  const all = Object.keys(models);
  const sums = { questions: 0, sure: 0, sureCalls: 0, polled: 0, rounds: 0, everybody: 0 };
  for (let panel = 0; panel < PANELS; panel++) {
    const random = createRandom(`panel ${panel}`);
    const names = shuffle(all, random).slice(0, 7);
    const items = shuffle(recording.items, random);
    const debaters = names.map((name) => ({ name, model: models[name] as () => string }));
    const config: DebateConfig<number> = { debaters, answer, limits: { retries: 0 } };
    const whole = new Debate<number>({ ...config, rounds: 0 });
    const rows = [];
    for (const item of items.slice(0, ROWS)) {
      const { rounds } = await whole.run(item.question);
      const said = rounds[0]?.positions ?? [];
      rows.push({
        gold: item.gold,
        replies: Object.fromEntries(said.map(({ debater, text }) => [debater, text])),
      });
    }
    const poll = sequential({ calibration: calibrate(rows, { answer }) });
    const only = new Debate<number>({ ...config, poll, rounds: 0 });
    const debating = new Debate<number>({ ...config, poll });
    const everybody = new Debate<number>({ ...config, poll: everyone() });
    for (const { question } of items.slice(ROWS, ROWS + TESTED)) {
      const first = await held(only, question);
      sums.questions += 1;
      sums.sure += Number(first.sure);
      sums.polled += first.calls;
      sums.rounds += (await held(debating, question)).calls;
      sums.everybody += (await held(everybody, question)).calls;
    }
  }
  const each = (sum: number): string => (sum / sums.questions).toFixed(2);
  console.log(
    `${PANELS} panels of 7 on GSM8K, calibrated on ${ROWS} rows, ${sums.questions} questions, target 0.97\n`,
  );
  console.log("| | calls per question |\n|---|---|");
  console.log(`| sequential, no rounds | ${each(sums.polled)} |`);
  console.log(`| sequential, default rounds | ${each(sums.rounds)} |`);
  console.log(`| everyone, default rounds | ${each(sums.everybody)} |`);
  console.log(`\nsure of ${((100 * sums.sure) / sums.questions).toFixed(1)} %`);
}
