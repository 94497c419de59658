import { expect, test } from "vitest";
import type { ModelRequest, Position, PromptMessage } from "@rostrum/core/protocol";
import { functionModel } from "./function-model.ts";

/** With every field that a position can have: a new field that is missing here doesn't compile. */
function position(debater: string): Required<Position> {
  return {
    debater,
    round: 1,
    status: "spoke",
    text: "The context gives 42. Answer: 42",
    answer: "42",
    headline: "42",
    reasoning: "The context gives 42.",
    confidence: 0.8,
    changed: true,
    claimedChange: true,
    justification: "I had overlooked the second table.",
    cluster: 0,
    label: "It is 42.",
    fullest: true,
    side: "42",
    critique: [
      {
        quote: { source: "context", text: "forty-two", at: [3, 12], verified: true },
        problem: "It is a number.",
        suggestion: "42",
      },
    ],
    verdict: "ok",
    check: "all tests pass",
    toolCalls: [{ name: "look_up", input: { word: "answer" }, output: { found: [42] } }],
    usage: { inputTokens: 100, outputTokens: 20 },
    costUsd: 0.01,
    attempts: 2,
    truncated: false,
    clarified: true,
    blind: "says_so",
    maxOutputTokens: 2048,
    model: "other",
    error: "none",
    errorCode: "503",
    permanent: true,
  };
}

const message: Required<PromptMessage> = {
  role: "user",
  content: "What is the answer?",
  files: [
    {
      document: "table.png",
      mediaType: "image/png",
      bytes: 3,
      sha256: "00",
      pages: 1,
      data: "AAAA",
    },
  ],
  toolCalls: [{ id: "1", name: "look_up", input: { word: "answer" } }],
  toolResults: [{ id: "1", name: "look_up", text: "42" }],
};

function requestOfAll(): ModelRequest {
  return {
    stepId: "run/debater0_round2",
    role: "debater",
    debater: "first",
    round: 2,
    question: "What is the answer?",
    own: position("first"),
    peers: [position("Debater A"), position("Debater B")],
    items: ["42", "43"],
    system: "You take part in a debate.",
    messages: [structuredClone(message), { role: "assistant", content: "Answer: 42" }],
    signal: new AbortController().signal,
    responseFormat: { type: "json", schema: { type: "object", properties: {} }, inWords: "" },
    providerOptions: { maker: { effort: "low" } },
    seed: 7,
  };
}

/** Empties every list and object that can be reached. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null || value instanceof AbortSignal) return;
  Object.values(value).forEach(spoil);
  if (Array.isArray(value)) value.length = 0;
  else for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
}

test("whatever a function does to its request, the debate's own copy stays as it was", async () => {
  const request = requestOfAll();
  const { signal } = request;
  const seen: unknown[] = [];
  const model = functionModel((given) => {
    expect(given.signal).toBe(signal);
    seen.push(structuredClone({ ...given, signal: null }));
    spoil(given);
    return "Answer: 42";
  });
  await model.generate(request);
  await model.generate(request);
  const { signal: _, ...whole } = requestOfAll();
  expect(seen).toEqual([
    { ...whole, signal: null },
    { ...whole, signal: null },
  ]);
});
