/**
 * Tests the upper bounds of `plan()`: plans and runs random debates, half of them with models that behave in the most
 * expensive way, and counts those that used more tokens or dollars than planned. Under caps, it counts those whose
 * refusal doesn't name the smallest cap that is enough, and those whose plan is wrong about a cap on calls.
 *
 *   node scripts/plan-bounds.ts --count=5000
 *
 * `--seed=1` is the first debate; `--sources=folder` takes the sources of another checkout, to compare two versions.
 */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { randomPlanned } from "./lib/costly-debates.ts";
import { checkCallsCap } from "./lib/calls-cap.ts";
import { ROOT } from "./lib/root.ts";
import { checkSmallestCap } from "./lib/smallest-cap.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    sources: { type: "string", default: resolve(ROOT, "packages/rostrum/src") },
  },
});

const load = (path: string): Promise<unknown> =>
  import(pathToFileURL(resolve(values.sources, path)).href);

const library = (await load("index.ts")) as typeof import("../packages/rostrum/src/index.ts");
const { Debate, ModelError, RostrumError } = library;

const exceeded: string[] = [];
const wrongCaps: string[] = [];
const wrongCalls: string[] = [];
const ratios = { usual: [] as number[], costly: [] as number[] };

for (let at = 0; at < Number(values.count); at++) {
  const seed = Number(values.seed) + at;
  const { config, question, used, isCostly } = randomPlanned(seed, ModelError);
  const debate = new Debate(config);
  const plan = await debate.plan(question);
  await debate.run(question).catch((error: unknown) => {
    if (!(error instanceof RostrumError)) throw error;
  });
  const { retries = 0 } = config.limits ?? {};
  const plannedLimits = {
    tokens: plan.tokens.max,
    usd: plan.usd.max ?? Infinity,
    ...(retries === 0 ? { calls: plan.calls.max } : {}),
  };
  for (const [unit, limit] of Object.entries(plannedLimits)) {
    const amount = used[unit as keyof typeof used];
    if (amount > limit * (1 + 1e-12)) exceeded.push(`${seed}: ${amount} of ${limit} ${unit}`);
  }
  const problem = await checkSmallestCap(seed, library);
  if (problem !== null) wrongCaps.push(`${seed}: ${problem}`);
  const callsProblem = await checkCallsCap(seed, library);
  if (callsProblem !== null) wrongCalls.push(`${seed}: ${callsProblem}`);
  if (used.usd > 0) ratios[isCostly ? "costly" : "usual"].push((plan.usd.max ?? NaN) / used.usd);
}

function median(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length / 2)] ?? NaN).toFixed(2);
}

console.log(`${values.count} debates, ${exceeded.length} limits exceeded`);
for (const line of exceeded.slice(0, 20)) console.log(`  debate ${line}`);
console.log(`${wrongCaps.length} refusals name a wrong cap`);
for (const line of wrongCaps.slice(0, 20)) console.log(`  debate ${line}`);
console.log(`${wrongCalls.length} plans are wrong about a cap on calls`);
for (const line of wrongCalls.slice(0, 20)) console.log(`  debate ${line}`);
console.log(
  `median of planned ÷ real dollars: ${median([...ratios.usual, ...ratios.costly])} ` +
    `(usual models ${median(ratios.usual)}, costly ones ${median(ratios.costly)})`,
);
if (exceeded.length + wrongCaps.length + wrongCalls.length > 0) process.exitCode = 1;
