import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { PromptMessage } from "@rostrum/core/protocol";
import { digestChat } from "./fingerprint.ts";

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
