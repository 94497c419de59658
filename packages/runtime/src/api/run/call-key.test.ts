import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { ModelRequest, PromptMessage } from "@rostrum/core/protocol";
import { computeCallKey, digestChat } from "./call-key.ts";

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);

it("hashes each message of a chat together with the digest of those before it", () => {
  const first: PromptMessage = { role: "user", content: "first" };
  const second: PromptMessage = { role: "assistant", content: "second" };
  expect(digestChat([])).toBe("");
  expect(digestChat([first])).toBe(digest(JSON.stringify(first)));
  expect(digestChat([first, second])).toBe(digest(digestChat([first]) + JSON.stringify(second)));
});

it("a message that is hashed behind other messages has another digest", () => {
  const messages: PromptMessage[] = ["a", "b", "c"].map((content) => ({ role: "user", content }));
  const [a, b, c] = messages as [PromptMessage, PromptMessage, PromptMessage];
  const afresh = (chat: readonly PromptMessage[]): string => digestChat(structuredClone(chat));
  for (const chat of [messages, [b, c], [c], [a, c], [b, a, c], messages]) {
    expect(digestChat(chat)).toBe(afresh(chat));
  }
});

const REQUEST: Required<ModelRequest> = {
  stepId: "x__debater_0_round_0",
  role: "debater",
  debater: "ada",
  round: 1,
  question: "How many?",
  own: { text: "one" } as ModelRequest["peers"][number],
  peers: [],
  items: ["one"],
  system: "Answer.",
  messages: [{ role: "user", content: "How many?" }],
  temperature: 0,
  maxOutputTokens: 100,
  reasoningEffort: "low",
  signal: new AbortController().signal,
  onText: () => undefined,
  tools: { look: { description: "looks", execute: () => 1 } },
  responseFormat: { type: "json", schema: {}, inWords: "" },
  providerOptions: { anthropic: { thinking: { budgetTokens: 4000 } } },
  seed: 7,
};

const OTHER: Record<keyof ModelRequest, unknown> = {
  stepId: "y__debater_0_round_0",
  role: "judge",
  debater: "boole",
  round: 2,
  question: "How much?",
  own: { text: "two" },
  peers: [{ text: "two" }],
  items: ["two"],
  system: "Reply.",
  messages: [{ role: "user", content: "How much?" }],
  temperature: 1,
  maxOutputTokens: 101,
  reasoningEffort: "high",
  signal: AbortSignal.abort(),
  onText: () => 1,
  tools: { look: { description: "looks away", execute: () => 1 } },
  responseFormat: { type: "json", schema: { type: "object" }, inWords: "" },
  providerOptions: { anthropic: { thinking: { budgetTokens: 8000 } } },
  seed: 8,
};

it("every field of a request is part of its key, but not where and when it is made", () => {
  const key = computeCallKey("m", REQUEST);
  const unimportant = Object.entries(OTHER).flatMap(([name, value]) => {
    const keys = [
      { ...REQUEST, [name]: value },
      { ...REQUEST, [name]: undefined },
    ].map((request) => computeCallKey("m", request));
    return keys.includes(key) ? [name] : [];
  });
  expect(unimportant).toEqual(["stepId", "signal", "onText"]);
  expect(computeCallKey("n", REQUEST)).not.toBe(key);
});

it("the order of a request's fields is no part of its key", () => {
  const reversed = Object.fromEntries(Object.entries(REQUEST).toReversed());
  expect(computeCallKey("m", reversed)).toBe(computeCallKey("m", REQUEST));
});
