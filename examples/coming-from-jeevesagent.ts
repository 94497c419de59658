/**
 * Coming from jeevesagent: the pattern of `MultiAgentDebate`. Three models of different families, no
 * judge, a convergence check, and a replay by deterministic session ids that calls nobody again.
 */
import assert from "node:assert/strict";
import { Debate, memoryJournal, prompts, text, unanimous, type ModelFunction } from "rostrum";

let calls = 0;
const sessions: string[] = [];

/** A stand-in that opens with its own view and gives way to a named authority. */
function model(opening: string): ModelFunction {
  return ({ stepId, peers }) => {
    calls += 1;
    sessions.push(stepId);
    const cited = peers.some((peer) => peer.text.includes("the survey of 1856"));
    return cited ? "The survey settles it.\nAnswer: Mount Everest" : opening;
  };
}

// Agent(model=…) three times, of different families.
const claude = model("It was measured from afar.\nAnswer: Kangchenjunga");
const gpt = model("I go by the survey of 1856.\nAnswer: Mount Everest");
const llama = model("I recall no survey.\nAnswer: mount  everest");
Object.defineProperty(claude, "name", { value: "claude" }); // the name is the model's id in the record
Object.defineProperty(gpt, "name", { value: "gpt" });
Object.defineProperty(llama, "name", { value: "llama" });

const architecture = new Debate({
  debaters: [claude, gpt, llama],
  rounds: 2,
  revise: "everyone", // everybody speaks in every round
  stop: unanimous(), // convergence_check
  answer: text({ similarity: 0.85 }), // convergence_similarity; space and case never count
  show: "transcript",
  // judge=None: the majority of the last round; a tie goes to whoever comes first in the panel
  // debater_instructions=…: one text of a prompt set, the others stay
  prompts: {
    revision: (input) => `${prompts.classic.revision(input)}\nCite specifics; avoid hand-waving.`,
  },
  journal: memoryJournal(), // the parent's journal
});

const question = "Which mountain is the highest above sea level?";

// run(session, deps, prompt) is an async iterator of events; so is a stream.
const first = architecture.stream(question, { id: "parent" });
for await (const event of first) {
  if (event.type === "debate.response") {
    console.log(`round ${event.round}  ${event.debater}  ${event.answer}`);
  }
  if (event.type === "debate.converged") console.log(`converged after round ${event.round}`);
}
const result = await first.result;

assert.equal(result.converged, true);
assert.equal(result.stopReason, "agreed");
assert.equal(result.decision.method, "majority");
assert.equal(result.rounds[0]?.agreement, 2 / 3, '"mount  everest" is "Mount Everest"');
assert.equal(result.rounds.length, 2, "all agree in round 1, so round 2 is never held");
assert.deepEqual(result.whatIf.changed, [
  { round: 1, debater: "debater_0", from: "Kangchenjunga", to: "Mount Everest" },
]);
assert.ok(sessions.includes("parent__debater_0_round_0"), "the session ids keep their form");

// The same parent again: sub-results come from the journal, and nobody is asked.
assert.equal(calls, 6);
const again = await architecture.run(question, { id: "parent" });
assert.equal(calls, 6);
assert.deepEqual(again, result);
console.log(`${result.answer}; replayed without a call`);
