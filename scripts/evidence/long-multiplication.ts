/*
 * A long multiplication through `chain` on the embedded networks, and how far each network gets alone.
 * Usage: node scripts/evidence/long-multiplication.ts [--digits 200] [--width 2] [--by 3] [--seed 1] [--no-alone]
 *        [--journal file [--reached]]
 * With a journal, a run that was cut off goes on where it stopped. `--reached` tells how far it came.
 */
import { parseArgs } from "node:util";
import {
  answered,
  multiplication,
  productOf,
  question,
  type Multiplication,
} from "../../examples/support/multiplication.ts";
import {
  chain,
  chainProgress,
  lead,
  number,
  sqliteJournal,
  type ChainStep,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import "../lib/saved-output.ts";

const { values } = parseArgs({
  options: {
    digits: { type: "string", default: "200" },
    width: { type: "string", default: "2" },
    by: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    alone: { type: "boolean", default: true },
    journal: { type: "string" },
    reached: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const digits = Number(values.digits);
const by = Number(values.by);
const width = values.width === "1" ? 1 : 2;

/** Digits that are the same on every machine: a linear congruential generator. */
function randomDigits(seed: number): string {
  let state = seed;
  return Array.from({ length: digits }, (_, index) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const digit = Math.floor((state / 2_147_483_648) * 10);
    return index === 0 ? Math.max(digit, 1) : digit;
  }).join("");
}

const count = (value: number): string => value.toLocaleString("en-US");
const a = randomDigits(2 * Number(values.seed));
const b = randomDigits(2 * Number(values.seed) + 1);
const start = multiplication(a, b, width);

function truth(asked: string): number {
  const [x = 0, y = 0] = asked.split(/[*+]/).map(Number);
  return asked.includes("*") ? x * y : x + y;
}

/** The task done right, for so many steps or to its end. */
function doneRight(limit = Infinity): { state: Multiplication; steps: number } {
  let steps = 0;
  let state = start;
  for (let asked = question(state); asked !== null && steps < limit; asked = question(state)) {
    state = answered(state, truth(asked));
    steps += 1;
  }
  return { state, steps };
}

const { steps: total } = doneRight();
const panel: DebateConfig<number> = {
  debaters: ["embedded*12"],
  answer: number(),
  poll: lead({ by }),
};

let errors = 0;
let mostCalls = 0;
const shown = chainProgress({ total, everyMs: 2000 });
function onStep(step: ChainStep<Multiplication, number>): void {
  for (const result of [step.result].flat()) {
    if (result.answer !== truth(result.question)) errors += 1;
    mostCalls = Math.max(mostCalls, result.usage.calls);
  }
  shown(step);
}

const id = `multiplication-${digits}-${width}-${by}`;
const journal = values.journal === undefined ? undefined : sqliteJournal(values.journal);
if (values.reached && journal) {
  const kept = (await journal.read(id))?.steps.get(`${id}__chain`)?.outcome;
  const place = JSON.parse(kept?.reply?.text ?? "{}") as { index: number; state: Multiplication };
  const { state: right } = doneRight(place.index);
  const same = JSON.stringify(place.state) === JSON.stringify(right);
  console.log(`digits of each factor: ${digits}, digits of a column: ${width}, lead of ${by}`);
  console.log(`steps so far: ${count(place.index)} of ${count(total)}`);
  console.log(`calls so far: ${count(kept?.attempts ?? 0)}`);
  console.log(`the state after them is ${same ? "right: no answer was wrong" : "wrong"}`);
  await journal.close();
  process.exit(same ? 0 : 1);
}
const begun = performance.now();
const { state, steps, usage, retried } = await chain(
  { panel, start, step: question, next: answered },
  {
    id: `multiplication-${digits}-${width}-${by}`,
    onStep,
    keep: "states",
    ...(journal ? { journal } : {}),
  },
);
const seconds = (performance.now() - begun) / 1000;
const { user, system } = process.cpuUsage();
const cpu = (user + system) / 1e6;
await journal?.close();

/** Index of the first wrong answer of one network that decides alone; `null`: none. */
async function firstError(network: string): Promise<number | null> {
  const stop = new AbortController();
  let wrongAt: number | null = null;
  const watch = ({ index, result }: ChainStep<Multiplication, number>): void => {
    const [only] = [result].flat();
    if (wrongAt === null && only && only.answer !== truth(only.question)) {
      wrongAt = index;
      stop.abort();
    }
  };
  const alone = { debaters: [`${network}*2`], answer: number(), poll: lead({ by: 1 }) };
  await chain(
    { panel: alone, start, step: question, next: answered },
    { onStep: watch, signal: stop.signal },
  ).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return wrongAt;
}

const alone: Record<string, number | null> = {};
if (values.alone) {
  for (const network of ["embedded/xs-1", "embedded/xs-2", "embedded/xs-3"]) {
    alone[network] = await firstError(network);
  }
}

const right = productOf(state) === BigInt(a) * BigInt(b);
console.log(`digits of each factor: ${digits}, digits of a column: ${width}, lead of ${by}`);
console.log(`steps: ${count(steps)}`);
console.log(`wrong answers: ${errors}`);
console.log(
  `calls: ${count(usage.calls)}, ${(usage.calls / steps).toFixed(2)} per step, ${mostCalls} at most`,
);
console.log(`steps asked again: ${retried}`);
console.log(`the product is ${right ? "right" : "wrong"}`);
console.log(
  `time: ${seconds.toFixed(0)} s, ${(steps / seconds).toFixed(0)} steps/s; CPU ${cpu.toFixed(0)} s`,
);
for (const [network, at] of Object.entries(alone)) {
  console.log(`${network} alone: ${at === null ? "no error" : `first error at step ${count(at)}`}`);
}
if (!right) process.exitCode = 1;
