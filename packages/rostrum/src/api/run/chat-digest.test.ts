import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { PromptMessage } from "../../protocol/question.ts";
import { chatDigest, unhashedLength } from "./fingerprint.ts";

/** The digest as it is defined, with nothing remembered. */
const plainDigest = (messages: readonly PromptMessage[]): string =>
  messages.reduce(
    (before, message) =>
      createHash("sha256")
        .update(before + JSON.stringify(message))
        .digest("hex")
        .slice(0, 32),
    "",
  );

it("is the same whatever was hashed before, for chats that share messages in any order", () => {
  const chats = fc.array(fc.array(fc.nat({ max: 4 }), { maxLength: 6 }), { maxLength: 12 });
  fc.assert(
    fc.property(chats, (lists) => {
      const messages = Array.from({ length: 5 }, (_, at): PromptMessage => ({
        role: at % 2 === 0 ? "user" : "assistant",
        content: `turn ${at}`,
      }));
      for (const list of lists) {
        const chat = list.map((at) => messages[at] as PromptMessage);
        expect(chatDigest(chat)).toBe(plainDigest(chat));
      }
    }),
  );
});

it("is that of the messages that were there, if the list grows afterwards", () => {
  const chat: PromptMessage[] = [{ role: "user", content: "first" }];
  const before = chatDigest(chat);
  chat.push({ role: "assistant", content: "second" });
  expect(chatDigest(chat)).toBe(plainDigest(chat));
  expect(chatDigest(chat.slice(0, 1))).toBe(before);
});

it("knows how much a call has to hash that the call before it did not", () => {
  const chat: PromptMessage[] = [{ role: "user", content: "12345" }];
  expect(unhashedLength(chat)).toBe(5);
  chatDigest(chat);
  expect(unhashedLength([...chat, { role: "assistant", content: "678" }])).toBe(3);
});
