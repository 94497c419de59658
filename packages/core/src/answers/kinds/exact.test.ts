import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterAnswers } from "../cluster.ts";
import { readReply } from "../read-reply.ts";
import { exactReader } from "./exact.ts";

const reader = exactReader();
const read = (reply: string): ReturnType<typeof reader.read> =>
  reader.read(readReply(reply), reply);
const groups = (...replies: string[]): number[][] => clusterAnswers(replies.map(read), reader);

test.each([
  ['{"answer": "x!"}', '{"answer": "x?"}'],
  ['{"answer": "x"}', '{"answer": "x."}'],
  ['{"answer": "a  b"}', '{"answer": "a b"}'],
  ['{"answer": " a"}', '{"answer": "a"}'],
  ['{"answer": "BA"}', '{"answer": "ba"}'],
  ['{"answer": "(a)"}', '{"answer": "[a]"}'],
  ["Answer: Paris", "Answer: paris"],
  ["Answer: Paris", "Answer: Paris."],
  ["Answer: 'x!'", "Answer: 'x?'"],
  ["Answer: ' a'", "Answer: 'a'"],
  ["Answer: qdh", "Answer: Qdh"],
  ["Answer: 2z$&", "Answer: 2$z&"],
])("every character counts: %j and %j", (a, b) => {
  expect(groups(a, b)).toHaveLength(2);
  expect(groups(a, a)).toHaveLength(1);
});

test.each([
  ["Answer: Paris", '{"answer": "Paris"}'],
  ["Answer: Paris", "**Answer:** **Paris**"],
  ["Answer: `'x!'`", "Answer: 'x!'"],
  ['{"answer": 42}', '{"answer": "42"}'],
  ["Answer: café", "Answer: cafe\u0301"],
])("marks around the whole answer don't: %j and %j", (a, b) => {
  expect(groups(a, b)).toHaveLength(1);
});

test.each([
  '{"answer": ""}',
  '{"answer": "<your answer>"}',
  '{"answer": null}',
  "   ",
  "One.\nTwo.",
])("%j has no exact answer", (reply) => {
  expect(read(reply)).toBeNull();
});

test("two texts in JSON are the same answer exactly if they are the same text", () => {
  const text = fc
    .string({ unit: fc.constantFrom(..."aAbB .!?()-_019"), minLength: 1, maxLength: 6 })
    .map((content) => `x${content}x`);
  fc.assert(
    fc.property(text, text, (a, b) => {
      const replies = [a, b].map((answer) => JSON.stringify({ answer }));
      expect(read(replies[0] ?? "")?.value).toBe(a);
      expect(groups(...replies)).toHaveLength(a === b ? 1 : 2);
    }),
    { numRuns: 1_000 },
  );
});
