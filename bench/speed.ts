/**
 * Times one contestant, in a process of its own: none works in code that another one has warmed.
 * Nothing here waits for anything, so the CPU time of the thread is the time a debate takes, whatever
 * else the machine does meanwhile.
 */
import { bareCalls } from "./panel.ts";

const WARM_UP_MS = 1500;
const BATCH_MS = 40;
const BATCHES = 40;

const contestants: Record<string, () => Promise<() => Promise<unknown>>> = {
  bare: async () => bareCalls,
  run: async () => (await import("./rostrum.ts")).rostrumRun,
  stream: async () => (await import("./rostrum.ts")).rostrumStream,
  langgraph: async () => (await import("./langgraph.ts")).graphDebate,
};

const debate = await contestants[process.argv[2] ?? ""]?.();
if (!debate) throw new Error(`one of ${Object.keys(contestants).join(", ")}, please`);

let warmed = 0;
const begun = performance.now();
while (performance.now() - begun < WARM_UP_MS) {
  await debate();
  warmed += 1;
}
const size = Math.max(1, Math.round((warmed * BATCH_MS) / WARM_UP_MS));

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** The fastest batch, garbage collections included: neighbours can only add to it. */
let fastest = Infinity;
for (let batch = 0; batch < BATCHES; batch++) {
  const start = cpuTime();
  for (let i = 0; i < size; i++) await debate();
  fastest = Math.min(fastest, (cpuTime() - start) / size);
}
console.log(JSON.stringify({ microseconds: fastest }));
