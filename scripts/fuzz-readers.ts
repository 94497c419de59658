/*
 * Puts mutated replies through every reader and answer kind, and compares them in pairs.
 *
 *   node scripts/fuzz-readers.ts [count = 1000000] [seed = 1]
 *
 * Prints what was thrown (nothing may be), the slowest read, and the total. Not part of the check:
 * a small run of the same is, in test/answers/fuzz-readers.test.ts.
 */
import { mutatedReply, randomFrom } from "./lib/mutated-replies.ts";
import { readEveryWay } from "./lib/read-every-way.ts";

const [count = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error("Expected a count of replies and a seed, both whole numbers.");
  process.exit(1);
}

interface Slow {
  ms: number;
  reply: string;
}

/** Short replies count as one kilobyte: below that, the precision of the clock dominates. */
const perKilobyte = ({ ms, reply }: Slow): number => ms / Math.max(1, reply.length / 1_000);

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const random = randomFrom(seed);
const thrown: { reply: string; error: unknown }[] = [];
const began = performance.now();

function msOfReading(reply: string, before: string): number {
  const start = processorMs();
  try {
    readEveryWay(reply, before);
  } catch (error) {
    thrown.push({ reply, error });
  }
  return processorMs() - start;
}

let slowest: Slow = { ms: 0, reply: "" };
let characters = 0;
let previous = "";
for (let i = 0; i < count; i++) {
  const reply = mutatedReply(random);
  characters += reply.length;
  const slow = { ms: msOfReading(reply, previous), reply: reply + previous };
  // Skip the first reads, before compilation. Measure twice to exclude pauses of the garbage collector.
  if (i > 2_000 && perKilobyte(slow) > perKilobyte(slowest)) {
    const secondMs = msOfReading(reply, previous);
    if (secondMs < slow.ms) slow.ms = secondMs;
    if (perKilobyte(slow) > perKilobyte(slowest)) slowest = slow;
  }
  previous = reply;
}
const seconds = (performance.now() - began) / 1_000;

console.log(`replies            ${count} (seed ${seed}, ${(characters / 1e6).toFixed(1)} MB)`);
console.log(`throws             ${thrown.length}`);
console.log(
  `slowest            ${perKilobyte(slowest).toFixed(2)} ms per kB of processor time, every reader and kind together ` +
    `(${slowest.ms.toFixed(1)} ms, ${slowest.reply.length} characters: ${JSON.stringify(slowest.reply.slice(0, 80))})`,
);
console.log(`processor time     ${(processorMs() / 1_000).toFixed(0)} s`);
console.log(
  `total              ${seconds.toFixed(0)} s, ${((1_000 * seconds) / count).toFixed(2)} ms per reply`,
);
for (const { reply, error } of thrown.slice(0, 10)) console.log(JSON.stringify(reply), error);
process.exitCode = thrown.length === 0 ? 0 : 1;
