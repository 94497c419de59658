/**
 * Coming from a loop of your own over the AI SDK: ask several models with generateText, then let one more summarize. The
 * same model objects are the members of a panel, which also compares, revises, counts the cost and survives failures.
 */
import assert from "node:assert/strict";
import { generateText, type LanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { choice, Debate } from "rostrum";

/** Stands in for openai("<model>"), anthropic("<model>"), google("<model>"). */
const fakeModel = (modelId: string, reply: string): MockLanguageModelV4 =>
  new MockLanguageModelV4({
    modelId,
    doGenerate: async () => ({
      content: [{ type: "text", text: reply }],
      finishReason: { unified: "stop", raw: undefined },
      usage: {
        inputTokens: { total: 40, noCache: 40, cacheRead: 0, cacheWrite: undefined },
        outputTokens: { total: 8, text: 8, reasoning: undefined },
      },
      warnings: [],
    }),
  });

const models = [
  fakeModel("a", "The lock is held too long.\nAnswer: wait"),
  fakeModel("b", "Nothing blocks it.\nAnswer: ship"),
  fakeModel("c", "The table is large.\nAnswer: wait"),
];
const QUESTION = "Ship the migration today, or wait?";

// Before: every answer is a string. Which ones agree, what failed and what it cost is up to you.
const texts = await Promise.all(
  models.map(
    async (model: LanguageModel) => (await generateText({ model, prompt: QUESTION })).text,
  ),
);
assert.equal(texts.length, 3);

// After: the same models, a typed answer, and one place for limits.
const panel = new Debate({
  debaters: models,
  answer: choice(["ship", "wait"]),
  rounds: 0,
  budget: { calls: 10 },
  limits: { retries: 1 },
});
const { answer, agreement, dissent, usage, integrity } = await panel.run(QUESTION);
console.log(answer, agreement, dissent, usage);

answer satisfies "ship" | "wait" | null;
assert.equal(answer, "wait");
assert.equal(agreement, 2 / 3);
assert.deepEqual(
  dissent.map((position) => position.answer),
  ["ship"],
);
assert.equal(usage.inputTokens, 120);
assert.equal(integrity.degraded, false);
