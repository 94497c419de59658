/** How much memory a debate takes while it waits: all of them held in round 1. */
import { Debate } from "./rostrum.ts";
import { debaters, QUESTION, ROUNDS } from "./panel.ts";

const COUNT = 10_000;

let held = 0;
const panel = new Debate({
  debaters: debaters.map((debater) => async ({ round }) => {
    if (round === 0) return debater({ round });
    held += 1;
    return new Promise<never>(() => {});
  }),
  rounds: ROUNDS - 1,
  stop: "never",
});

async function used(): Promise<number> {
  for (let pass = 0; pass < 3; pass++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const controller = new AbortController();
const before = await used();
const live = Array.from({ length: COUNT }, () =>
  panel.run(QUESTION, { signal: controller.signal }).catch((error: Error) => error.name),
);
while (held < COUNT * debaters.length) await new Promise((resolve) => setImmediate(resolve));
const after = await used();
if (process.argv[2]) (await import("node:v8")).writeHeapSnapshot(process.argv[2]);

// One signal ends them all, and what they held is free again.
controller.abort();
const ends = new Set(await Promise.all(live));
live.length = 0;
console.log(
  JSON.stringify({ each: (after - before) / COUNT, left: ((await used()) - before) / COUNT, ends: [...ends] }),
);
