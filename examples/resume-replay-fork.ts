/**
 * The journal: a run that was interrupted continues where it stopped, a finished one can be seen under other
 * rules, and a new one can start from its rounds. A reply that is in the journal is never paid again.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import {
  Debate,
  JournalMismatchError,
  memoryJournal,
  never,
  number,
  weighted,
  type DebateConfig,
  type ModelFunction,
} from "rostrum";

const journal = memoryJournal();
const power = new AbortController();
let calls = 0;

/** Opens with its own guess, and then takes the first one it reads. The last debater pulls the plug. */
function guesser(guess: number, confidence: number): ModelFunction {
  return async ({ round, debater, peers }) => {
    calls += 1;
    if (round === 1 && debater === "debater_2" && !power.signal.aborted) {
      await pause(10);
      power.abort("power cut");
    }
    return `Answer: ${round === 0 ? guess : peers[0]?.answer}\nConfidence: ${confidence}`;
  };
}

const config: DebateConfig<number> = {
  debaters: [guesser(40, 0.3), guesser(40, 0.3), guesser(44, 0.9)],
  rounds: 1,
  revise: "everyone" as const,
  stop: never(),
  answer: number(),
  journal,
};
const panel = new Debate(config);
const QUESTION = "How many grains are in the jar?";

// The power goes in round 1, while the last call is in flight.
await assert.rejects(panel.run(QUESTION, { id: "jar", signal: power.signal }), { code: "aborted" });
assert.equal(calls, 6);

// The same id and the same inputs: finished calls are read back, and only what was in flight is made again.
const resumed = await panel.run(QUESTION, { id: "jar" });
console.log(`broke off, then resumed with ${calls - 6} more call: ${resumed.answer}`);
assert.equal(calls, 7);
assert.equal(resumed.integrity.reissued, 1);
assert.equal(resumed.rounds.length, 2);

// Once more: a finished run is read back whole.
calls = 0;
assert.deepEqual(await panel.run(QUESTION, { id: "jar" }), resumed);

// replay(): other rules on the same replies, no model called.
const voted = await panel.replay("jar", { stop: (state) => state.round === 0 && "first_round" });
const weighed = await panel.replay("jar", {
  stop: (state) => state.round === 0 && "first_round",
  decide: weighted(),
});
console.log(`round 0 by majority: ${voted.answer}; by weight × confidence: ${weighed.answer}`);
assert.equal(voted.answer, 40, "two of three");
assert.equal(weighed.answer, 44, "0.9 outweighs 0.3 + 0.3");
assert.equal(calls, 0);

// fork(): a new run that takes over the rounds before `fromRound`, under other settings.
const forked = await panel.fork("jar", { fromRound: 1, revise: "dissenters" }, { id: "jar-2" });
console.log(`forked: ${forked.answer}, with ${calls} call of its own`);
assert.equal(calls, 1, "only the dissenter is asked again");
assert.equal(forked.answer, 40);

// The same id with other inputs is refused by name, never mixed.
await assert.rejects(
  new Debate({ ...config, rounds: 5 }).run(QUESTION, { id: "jar" }),
  (error) => error instanceof JournalMismatchError && error.differs.join() === "rounds",
);
