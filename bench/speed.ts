/**
 * Times one contestant, in a process of its own: none works in code that another one has warmed.
 * Nothing here waits for anything, so the CPU time of the thread is the time a debate takes, whatever
 * else the machine does meanwhile.
 */
import { bareCalls } from "./panel.ts";

interface Contestant {
  load(): Promise<() => Promise<unknown>>;
  /** Debates a batch: some 40 ms, several garbage collections among them. */
  batch: number;
}

const contestants: Record<string, Contestant> = {
  bare: { load: async () => bareCalls, batch: 10_000 },
  run: { load: async () => (await import("./rostrum.ts")).rostrumRun, batch: 400 },
  stream: { load: async () => (await import("./rostrum.ts")).rostrumStream, batch: 400 },
  traced: { load: async () => (await import("./rostrum.ts")).tracedRun(), batch: 200 },
  langgraph: { load: async () => (await import("./langgraph.ts")).graphDebate, batch: 10 },
};

const WARM_UP = 20;
const BATCHES = 40;

const contestant = contestants[process.argv[2] ?? ""];
if (!contestant) throw new Error(`one of ${Object.keys(contestants).join(", ")}, please`);
const { batch } = contestant;
const debate = await contestant.load();

async function cpuOfBatch(): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < batch; i++) await debate();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

for (let turn = 0; turn < WARM_UP; turn++) await cpuOfBatch();
// The fastest batch: neighbours on the machine can only add to it.
let fastest = Infinity;
for (let turn = 0; turn < BATCHES; turn++) fastest = Math.min(fastest, await cpuOfBatch());
console.log(JSON.stringify({ microseconds: fastest / batch }));
