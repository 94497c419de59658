/**
 * What reading costs: five replies of 2 kB to one question, read by their marks and grouped under `auto` as a
 * debate does it, each time from scratch. Once with answers in words, once with numbers. CPU time of the thread,
 * the fastest of many batches, in milliseconds.
 *
 *   node bench/words.ts
 */
import { createAutoReader } from "../packages/core/src/answers/create-reader.ts";
import { clusterAnswers } from "../packages/core/src/answers/cluster.ts";
import { readReply } from "../packages/core/src/answers/read-reply.ts";
import { sectionLines } from "../packages/core/src/answers/reply/sections.ts";

const question =
  "We see timeouts at peak load. Should we add read replicas, or what else should we do first?";

const filler = [
  "The service handles roughly 1,200 requests per second at peak, and most of them read the same tables.",
  "Looking at the numbers from last quarter, latency rose from 40 ms to 310 ms, although traffic grew by only 12%.",
  "There are, of course, other options (caching, sharding, or a queue in front of the writers), each with its price.",
  "I would not rule out a slow query: an index that is missing on a join costs more than any hardware can win back.",
  "Replication lag matters as well, because some of the pages must show what the same user wrote a second ago.",
];

const words = [
  "First add an index on orders.customer_id; replicas can wait.",
  "Start with the slow query log and add the missing index before anything else.",
  "Add two read replicas and send the reports there.",
  "Put a cache in front of the catalogue.",
  "An index first. Then measure again.",
];
const numbers = ["72", "72", "90 km/h", "72 km/h", "1,200"];

interface Marked {
  text: string;
  mark: string;
}

/** A reply of 2 kB that ends in its answer, between the marks of its call. */
function replyWith(answer: string, member: number): Marked {
  const mark = `k3f${member}`;
  const { open, close } = sectionLines(mark);
  const section = `\n\n${open}\n${answer}\n${close}\nConfidence: 0.8`;
  let reasons = "";
  for (let at = member; reasons.length < 2_000; at++) reasons += `${filler[at % filler.length]} `;
  return { text: reasons.slice(0, 2_000 - section.length) + section, mark };
}

/** The CPU clock may step by 4 ms, so a batch takes many times that. */
const BATCH_MS = 200;

function cpuOf(replies: readonly Marked[], turns: number): number {
  const before = process.threadCpuUsage();
  for (let turn = 0; turn < turns; turn++) {
    const readings = replies.map(({ text, mark }) => readReply(text, mark));
    const reader = createAutoReader(question, readings);
    clusterAnswers(
      readings.map((reading, at) => reader.read(reading, replies[at]?.text ?? "")),
      reader,
    );
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function fastest(answers: readonly string[]): number {
  const replies = answers.map(replyWith);
  let turns = 100;
  // Doubled until it takes long enough, which also warms up the code.
  while (cpuOf(replies, turns) < BATCH_MS) turns *= 2;
  return Math.min(...Array.from({ length: 10 }, () => cpuOf(replies, turns))) / turns;
}

console.log(JSON.stringify({ words: fastest(words), numbers: fastest(numbers) }));
