/**
 * Coming from grampus: its minimal example with routing, a weighted vote, a cost budget and spans, and
 * a question that the panel can't settle, which goes to a person.
 */
import assert from "node:assert/strict";
import {
  agreement,
  confident,
  createBudget,
  Debate,
  weighted,
  type ModelFunction,
  type ModelReply,
  type Tracer,
} from "rostrum";

const reply = (answer: string, confidence: number): ModelReply => ({
  text: JSON.stringify({ reasoning: "As the statute says.", answer, confidence }),
  usage: { inputTokens: 900, cachedInputTokens: 0, outputTokens: 60 },
});

// Stand-ins for two Claude models behind an AnthropicClient.
const haiku: ModelFunction = ({ role, question }) => {
  if (role === "router") return reply("enforceable", 0.6); // not sure enough: the panel is asked
  return question.includes("compete") ? reply("not enforceable", 0.82) : reply("enforceable", 0.5);
};
const sonnet: ModelFunction = ({ debater, question }) => {
  if (debater === "advocate") return reply("enforceable if narrow", 0.65);
  return reply("not enforceable", question.includes("compete") ? 0.71 : 0.5);
};

// Any OpenTelemetry tracer; this one only notes the names of its spans.
const spans = new Set<string>();
const tracer: Tracer = {
  startActiveSpan(name, _options, run) {
    spans.add(name);
    return run({ setAttribute() {}, setStatus() {}, recordException() {}, end() {} });
  },
};

const price = { input: 1, output: 5 }; // USD a million tokens
const budget = createBudget({ usd: 1 }); // CostTracker(budget_usd=…), shared by all debates given it
const orch = new Debate({
  debaters: [
    // DebaterConfig(model_client, model_id, temperature, role_hint, weight)
    { name: "haiku", model: haiku, temperature: 0.5, price },
    { name: "sonnet", model: sonnet, temperature: 0.7, weight: 2, price },
    {
      name: "advocate",
      model: sonnet,
      temperature: 0.9,
      instructions: "You are a skeptical devil's advocate.",
      price,
    },
  ],
  revise: "everyone", // everybody speaks in every round
  rounds: 2, // max_rounds=3 counts the independent round
  decide: weighted(), // AggregationStrategy.WEIGHTED_VOTE: Σ weight × confidence
  stop: agreement(0.8), // convergence_threshold
  route: confident({ threshold: 0.85 }), // adaptive_routing=True, by the first debater's model
  prompts: "critique", // restate, critique on evidence, change only for a stated reason
  escalateBelow: 0.5, // escalate_threshold
  onEscalate: "wait", // human_node: the run pauses until review()
  budget,
  tracer,
});

const result = await orch.run("Is a non-compete clause enforceable in California?");
console.log(`Answer: ${result.answer}`);
console.log(`Confidence: ${(100 * (result.confidence ?? 0)).toFixed(0)}%`);
console.log(`Rounds run: ${result.rounds.length}, cost: $${result.costUsd?.toFixed(4)}`);
assert.equal(result.answer, "not enforceable");
assert.equal(result.confidence, 0.765, "the mean of the winning cluster, 0.82 and 0.71");
assert.equal(result.decision.tally[0]?.weight, 2.24, "1 × 0.82 + 2 × 0.71");
assert.equal(result.routing, "debate");
assert.equal(result.usage.calls, 10, "the router's call counts too");
assert.equal(budget.spent().usd, result.costUsd);
assert.deepEqual(
  // Next to these, every call of a model has a span of its own: "chat <model>".
  [...spans].filter((name) => !name.startsWith("chat ")),
  ["debate.run", "debate.route_check", "debate.round", "debate.debater", "debate.aggregate"],
);

// Three debaters, three answers: the run waits for a person.
const stream = orch.stream("Is a clause that assigns future inventions enforceable in California?");
for await (const event of stream) {
  if (event.type !== "debate.escalated") continue;
  console.log(`\nAgreement ${(event.agreement ?? 0).toFixed(2)}: please review.`);
  await orch.review(event.debateId, {
    verdict: "correct",
    answer: "enforceable in part",
    reviewer: "counsel",
  });
}
const reviewed = await stream.result;
console.log(`Answer after review by ${reviewed.review?.reviewer}: ${reviewed.answer}`);
assert.equal(reviewed.escalateToHuman, true);
assert.equal(reviewed.answer, "enforceable in part");
