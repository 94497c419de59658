/** What a debate takes while it waits: every one of them is held in round 1. */
import { debaters, QUESTION, ROUNDS } from "./panel.ts";
import { Debate } from "./rostrum.ts";

const COUNT = 10_000;

let held = 0;
const panel = new Debate({
  debaters: debaters.map((debater) => async ({ round }) => {
    if (round === 0) return debater({ round });
    held += 1;
    return new Promise<never>(() => undefined);
  }),
  rounds: ROUNDS - 1,
  revise: "everyone",
  stop: "never",
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

async function used(): Promise<number> {
  for (let pass = 0; pass < 3; pass++) {
    await nextTurn();
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const stop = new AbortController();
const before = await used();
const live = Array.from({ length: COUNT }, () =>
  panel.run(QUESTION, { signal: stop.signal }).catch((error: Error) => error.name),
);
while (held < COUNT * debaters.length) await nextTurn();
const bytes = ((await used()) - before) / COUNT;

// One signal ends them all.
stop.abort();
const ends = new Set(await Promise.all(live));
if (ends.size !== 1 || !ends.has("AbortError")) throw new Error(`ended by ${[...ends].join(", ")}`);

console.log(JSON.stringify({ bytes }));
