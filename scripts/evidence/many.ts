/*
 * How long a thousand recorded questions take with five arms.
 *
 *   node scripts/evidence/many.ts
 */
import { evaluate, recorded, type Arm } from "../../packages/eval/src/index.ts";
import { math, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { recordedFile } from "./recorded.ts";
import { statingModels } from "./stated-answer.ts";

const ARMS: Arm[] = [
  { type: "single" },
  { type: "vote" },
  { type: "debate", config: { rounds: 1 } },
  { type: "sequential" },
  { type: "oracle" },
];

let questions = 0;
const begun = performance.now();
for (const [name, answer] of [
  ["gsm8k", number()],
  ["math-l5", math()],
] as const) {
  const file = recordedFile(name);
  if (file === null) {
    console.log("skipped: the recorded replies are not here");
    process.exit(0);
  }
  const recording = await recorded(file);
  const { items } = recording;
  const models = statingModels(recording, answer);
  const debaters = Object.entries(models)
    .slice(0, 5)
    .map(([member, model]) => ({ name: member, model }));
  const panel = { debaters, answer, limits: { retries: 0 } } as unknown as DebateConfig<never>;
  const report = await evaluate({ items, panel, arms: ARMS });
  questions += report.questions;
}
const seconds = (performance.now() - begun) / 1000;
console.log(`${questions} questions × ${ARMS.length} arms in ${seconds.toFixed(1)} s, on one core`);
