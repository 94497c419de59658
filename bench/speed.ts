/**
 * Times one contestant, in a process of its own: none works in code that another one has warmed.
 * Nothing here waits for anything, so the CPU time of the thread is the time a debate takes, whatever
 * else the machine does meanwhile.
 */
import { bareCalls } from "./panel.ts";

const contestants: Record<string, () => Promise<() => Promise<unknown>>> = {
  bare: async () => bareCalls,
  run: async () => (await import("./rostrum.ts")).rostrumRun,
  words: async () => (await import("./rostrum.ts")).wordsRun,
  agreed: async () => (await import("./rostrum.ts")).agreedRun,
  stream: async () => (await import("./rostrum.ts")).rostrumStream,
  traced: async () => (await import("./rostrum.ts")).tracedRun(),
  langgraph: async () => (await import("./langgraph.ts")).graphDebate,
};

/** The CPU clock may step by 4 ms, so a batch takes at least a hundred times that. */
const BATCH_US = 400_000;
const WARM_UP_US = 1_500_000;
const BATCHES = 5;

const load = contestants[process.argv[2] ?? ""];
if (!load) throw new Error(`expected one of ${Object.keys(contestants).join(", ")}`);
const debate = await load();

async function cpuOf(batch: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < batch; i++) await debate();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** Doubled until it takes long enough, which also warms up the code. */
let batch = 1;
for (let spent = 0, last = 0; spent < WARM_UP_US || last < BATCH_US;) {
  if (last < BATCH_US) batch *= 2;
  last = await cpuOf(batch);
  spent += last;
}
// The fastest batch: neighbours on the machine can only add to it.
let fastest = Infinity;
for (let turn = 0; turn < BATCHES; turn++) fastest = Math.min(fastest, await cpuOf(batch));
console.log(JSON.stringify({ microseconds: fastest / batch }));
