/**
 * Streaming: a debate as it happens. Words arrive as deltas, everything else as events of one union,
 * and folding the events gives the result again.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { AbortError, Debate, fold, type DebateEvent, type ModelFunction } from "rostrum";

/** A model that speaks word by word. `onText` is there when somebody listens. */
function speaker(lines: readonly string[], msAWord: number): ModelFunction {
  return async ({ round, onText, signal }) => {
    const text = lines[Math.min(round, lines.length - 1)] ?? "";
    for (const word of text.split(/(?<= )/)) {
      await pause(msAWord, undefined, { signal });
      onText?.(word);
    }
    return text;
  };
}

const panel = new Debate({
  debaters: [
    { name: "Ada", model: speaker(["I count 7 bridges. Answer: 7"], 4) },
    { name: "Leo", model: speaker(["From memory: 6. Answer: 6", "Ada is right. Answer: 7"], 1) },
    { name: "Eva", model: speaker(["Euler names 7. Answer: 7"], 2) },
  ],
});

const stream = panel.stream("How many bridges did Königsberg have?"); // starts at once
const events: DebateEvent[] = [];
let words = 0;
for await (const event of stream) {
  events.push(event);
  switch (event.type) {
    case "debate.delta": // transient: who is speaking right now
      words += 1;
      break;
    case "debate.response": // in the order of arrival; the result is in panel order
      console.log(`${event.round}  ${event.debater}: ${event.text}`);
      break;
    case "debate.round_completed":
      console.log(`   agreement ${(event.agreement ?? 0).toFixed(2)}\n`);
      break;
    case "debate.synthesized":
      console.log("The panel says", event.answer, "by", event.method);
      break;
    default:
  }
}
const result = await stream.result;

assert.equal(result.answer, "7");
assert.ok(words > 20);
const speakers = events.flatMap((event) => (event.type === "debate.response" ? event.debater : []));
assert.deepEqual(speakers.slice(0, 3).toSorted(), ["Ada", "Eva", "Leo"]);
assert.deepEqual(
  result.rounds[0]?.positions.map(({ debater }) => debater),
  ["Ada", "Leo", "Eva"],
);

// The events are plain JSON, and they are the whole record.
const wire = events.map((event) => JSON.stringify(event));
const record = fold(wire.map((line) => JSON.parse(line) as DebateEvent));
assert.equal(record.status, "completed");
assert.deepEqual(record.result, result);

// Leaving the loop ends the debate: calls in flight are aborted.
const left = panel.stream("How many bridges are left today?");
for await (const event of left) if (event.type === "debate.delta") break;
await assert.rejects(left.result, AbortError);
