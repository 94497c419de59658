/**
 * Coming from agents-lab: `run_debate("Is 1729 special?", n_agents=3, n_rounds=2)`. Three samples of
 * one model, one exchange, the majority of the last round, and the trace that its CLI prints.
 */
import assert from "node:assert/strict";
import { debate, never, text, type ModelFunction } from "rostrum";

const PRECISE = "It is the smallest number that is a sum of two cubes in two ways";
const VAGUE = "It is famous for some reason";

/** Stands in for llm=…, sampled at a temperature above 0: it draws by the request's seed. */
const deepseek: ModelFunction = ({ seed, own, peers }) => {
  if (own === undefined) return seed % 3 === 0 ? VAGUE : PRECISE;
  const shown = peers.some((peer) => peer.text.includes("two cubes"));
  return shown ? PRECISE : own.text;
};

const res = await debate("Is 1729 special?", {
  debaters: deepseek, // one model …
  panelSize: 3, // … n_agents times
  revise: "everyone", // everybody speaks in every round
  rounds: 1, // n_rounds=2 counts round 0; ours counts the revisions after it
  prompts: "revision", // Du et al.: read the others' solutions, give an updated answer
  stop: never(), // every round is held
  answer: text(), // compared as wording; by default this question would be read as yes or no
  // decide: majority() is the default without a judge: the mode of the last round
});

// res.rounds[r][i]: agent i's answer in round r.
const rounds = res.rounds.map(({ positions }) => positions.map(({ answer }) => answer));
rounds.forEach((answers, round) => {
  console.log(round === 0 ? "Round 0, independent" : `Round ${round}`);
  for (const answer of answers) console.log(`  - ${answer}`);
});
console.log(`Answer: ${res.answer}`);

assert.deepEqual(rounds[0], [PRECISE, PRECISE, VAGUE], "the samples differ, so there is dissent");
assert.deepEqual(rounds[1], [PRECISE, PRECISE, PRECISE], "one exchange, and it is gone");
assert.equal(res.answer, PRECISE);
assert.equal(res.usage.calls, 6, "n_agents × n_rounds");

// What comparing rounds[0] with rounds[-1] by hand would show is in the result.
assert.deepEqual(res.whatIf.changed, [
  { round: 1, debater: "debater_2", from: VAGUE, to: PRECISE },
]);
assert.equal(res.whatIf.roundZeroVote.answer, PRECISE, "here, a vote of round 0 would have done");
assert.equal(res.whatIf.roundZeroVote.calls, 3);
