/** Run as a process of its own, so that no contestant works in code that another one has warmed. */
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

/** The fastest batch: whatever else the machine does can only add to it. */
let fastest = Infinity;
for (let batch = 0; batch < BATCHES; batch++) {
  const start = performance.now();
  for (let i = 0; i < size; i++) await debate();
  fastest = Math.min(fastest, (performance.now() - start) / size);
}
console.log(JSON.stringify({ microseconds: fastest * 1000 }));
