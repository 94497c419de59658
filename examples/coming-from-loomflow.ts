/**
 * Coming from loomflow: its documented example, `Team.debate` with three debaters and a CIO as judge.
 * No key is needed: the two models below are plain functions that play their parts.
 */
import assert from "node:assert/strict";
import { Debate, text, unanimous, type ModelFunction, type ModelRequest } from "rostrum";

const stepIds: string[] = [];

// Stands in for a Claude model. A real one would be an AI SDK model, such as anthropic("…").
const opus: ModelFunction = (request) => {
  stepIds.push(request.stepId);
  if (request.role === "judge") {
    return (
      "The skeptic's point about refunds was never answered, the analyst's figures were. " +
      "Start where a mistake is cheap.\nAnswer: Adopt it for routine tickets first"
    );
  }
  return request.debater === "optimist" ? optimist(request) : skeptic(request);
};

// Stands in for a GPT model.
const gpt4o: ModelFunction = ({ stepId }) => {
  stepIds.push(stepId);
  return "Six in ten tickets are password resets.\nAnswer: Adopt it for routine tickets first";
};

function optimist({ peers }: ModelRequest): string {
  const figures = peers.some((peer) => peer.text.includes("password resets"));
  return figures
    ? "The figures convince me to go step by step.\nAnswer: Adopt it for routine tickets first"
    : "Waiting times halve on the first day.\nAnswer: Adopt it for the whole stack now";
}

function skeptic({ round }: ModelRequest): string {
  return `Nobody has said who pays for a wrong refund (round ${round}).\nAnswer: Do not adopt it yet`;
}

const team = new Debate({
  model: opus, // Team.debate(model=…): for those who name none
  debaters: [
    // Agent("Argue …", model=…)
    { name: "optimist", instructions: "Argue for the positive case." },
    { name: "skeptic", instructions: "Argue for the cautious case." },
    { name: "analyst", instructions: "Argue from the data.", model: gpt4o },
  ],
  judge: {
    name: "cio",
    instructions:
      "You are the CIO. Read the debate and pick the best decision with one paragraph of justification.",
  },
  revise: "everyone", // everybody speaks in every round
  rounds: 2, // the same meaning: revisions after the independent round 0
  answer: text({ similarity: 0.85 }), // convergence_similarity, on the answer instead of the whole reply
  stop: unanimous(), // convergence_check=True: every pair must match. False would be never()
  show: "transcript", // debaters and judge read all earlier rounds
});

assert.deepEqual(Object.keys(team.workers()), ["debater_0", "debater_1", "debater_2", "judge"]);

const stream = team.stream("Should we adopt agent harnesses for our customer support stack?", {
  id: "support",
});
const names: string[] = [];
for await (const event of stream) {
  if (event.type !== "debate.delta") names.push(event.type);
  if (event.type === "debate.round_started") console.log(`\nRound ${event.round}`);
  if (event.type === "debate.response") console.log(`  ${event.debater}: ${event.answer}`);
  if (event.type === "debate.judging") console.log(`\nThe ${event.judge} decides:`);
}
const result = await stream.result;
console.log(result.text); // team.run(…) gave this text alone

assert.equal(result.answer, "Adopt it for routine tickets first");
assert.equal(result.decision.judgment, result.text, "the verdict is kept word for word");
assert.deepEqual(
  result.dissent.map(({ debater }) => debater),
  ["skeptic"],
);
assert.equal(result.usage.calls, 10, "3 debaters × (2 revisions + 1), and the judge");
assert.ok(stepIds.includes("support__debater_2_round_1") && stepIds.includes("support__judge"));
for (const name of ["round_started", "response", "judging", "synthesized"]) {
  assert.ok(names.includes(`debate.${name}`), `debate.${name} is emitted`);
}
