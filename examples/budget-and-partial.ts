/**
 * Budgets: the most that a round may take is reserved before it starts, so calls never exceed their cap, and
 * dollars and tokens only if a prompt has more tokens than estimated. What was paid for is never lost.
 */
import assert from "node:assert/strict";
import {
  BudgetExceededError,
  createBudget,
  debate,
  Debate,
  never,
  type ModelFunction,
} from "rostrum";

const QUESTION = "How many moons does Mars have?";
const usage = { inputTokens: 200, cachedInputTokens: 0, outputTokens: 10 };
const model: ModelFunction = () => ({ text: "Phobos and Deimos.\nAnswer: 2", usage });
const debater = { model, price: { input: 3, output: 15 }, maxOutputTokens: 100 };
const panel = {
  debaters: [debater, debater, debater],
  rounds: 2,
  revise: "everyone" as const,
  stop: never(),
};

// Before anything is spent: what it takes, and what it takes at most.
const plan = await new Debate(panel).plan(QUESTION);
const [typical, max] = [plan.usd.typical?.toFixed(4), plan.usd.max?.toFixed(4)];
console.log(`${plan.calls.typical} calls, about $${typical}, at most $${max}`);
assert.deepEqual(plan.calls, { min: 9, typical: 9, max: 9 });

// onExceeded "stop", the default: the debate ends with what it has.
const stopped = await debate(QUESTION, { ...panel, budget: { calls: 7 } });
console.log(
  `stopped: ${stopped.answer}, after ${stopped.usage.calls} calls (${stopped.stopReason})`,
);
assert.equal(stopped.stopReason, "budget");
assert.equal(stopped.answer, "2");
assert.equal(stopped.usage.calls, 6, "3 more would not fit in what is left of 7");

// onExceeded "throw": an error that carries everything said so far.
try {
  await debate(QUESTION, { ...panel, budget: { calls: 7, onExceeded: "throw" } });
  assert.fail("it should have thrown");
} catch (error) {
  assert.ok(error instanceof BudgetExceededError);
  const { partial, shortage } = error;
  console.log(`thrown: ${error.message}`);
  assert.deepEqual(shortage, { limit: "calls", cap: 7, spent: 6, needed: 3 });
  assert.equal(partial?.rounds.length, 2);
  assert.equal(partial?.rounds[1]?.positions[2]?.answer, "2", "paid for, so it is still there");
  assert.equal(partial?.costUsd, stopped.costUsd);
}

// Not even round 0 fits: there is nothing to end with, so it throws whatever onExceeded says.
await assert.rejects(debate(QUESTION, { ...panel, budget: { calls: 2 } }), BudgetExceededError);

// One budget for many debates, held at once. Reserving is atomic, so the cap holds for all together.
const budget = createBudget({ usd: 0.05 });
const many = await Promise.allSettled(
  Array.from({ length: 20 }, (_, index) => debate(`${QUESTION} (${index})`, { ...panel, budget })),
);
const answered = many.filter(({ status }) => status === "fulfilled").length;
console.log(`shared: ${answered} of 20 answered for $${budget.spent().usd.toFixed(4)} of $0.05`);
assert.ok(budget.spent().usd <= 0.05);
assert.ok(answered > 0 && answered < 20);
