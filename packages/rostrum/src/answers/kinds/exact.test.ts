import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterAnswers } from "../cluster.ts";
import { readReply } from "../read-reply.ts";
import { sameAnswer } from "../same-answer.ts";
import { exactReader } from "./exact.ts";

const reader = exactReader();
const { same } = reader;
const read = (reply: string): ReturnType<typeof reader.read> =>
  reader.read(readReply(reply), reply);
const valueOf = (reply: string): string | null => read(reply)?.value ?? null;
const groups = (...replies: string[]): number[][] => clusterAnswers(replies.map(read), reader);

test("case, space and the punctuation around an answer don't count", () => {
  expect(same("Paris", "Paris.")).toBe(true);
  expect(same("New  York", '"new york"')).toBe(true);
});

test("everything else does", () => {
  expect(same("Paris", "Paris, France")).toBe(false);
  expect(same("a-b", "a b")).toBe(false);
  expect(same("café", "cafe")).toBe(false);
  expect(same("!", "?")).toBe(false);
});

test.each([
  ['{"answer": "x!"}', '{"answer": "x?"}'],
  ['{"answer": "x"}', '{"answer": "x."}'],
  ['{"answer": "a  b"}', '{"answer": "a b"}'],
  ['{"answer": " a"}', '{"answer": "a"}'],
  ['{"answer": "BA"}', '{"answer": "ba"}'],
  ['{"answer": "(a)"}', '{"answer": "[a]"}'],
  ['{"answer": {"k": "x!"}}', '{"answer": {"k": "x?"}}'],
  ['{"answer": "$$78$$"}', '{"answer": "78"}'],
  ['"x!"', '"x?"'],
  ["Answer: 'x!'", "Answer: 'x?'"],
  ["Answer: `x!`", "Answer: `x?`"],
  ["**Answer:** “x!”", "**Answer:** “x?”"],
  ["The answer is `x!`.", "The answer is `x?`."],
  ["'x!'", "'x?'"],
  ['```json\n{"answer": "x!"}\n```', '```json\n{"answer": "x?"}\n```'],
  ['Sure: {"answer": "x!"', 'Sure: {"answer": "x?"'],
])("F3: every character counts in quotation marks and in JSON: %j and %j", (a, b) => {
  expect(groups(a, b)).toHaveLength(2);
  expect(groups(a, a)).toHaveLength(1);
});

test.each([
  ["Paris.", "Paris"],
  ["Answer: Paris!", "The answer is Paris."],
  ["Answer: paris", '{"answer": "Paris"}'],
  ['{"answer": "Paris"}', "The answer is Paris."],
  ['{"answer": "\'x!\'"}', '{"answer": "x!"}'],
  ["Answer: `'x!'`", "Answer: 'x!'."],
  ['{"answer": "\'\'"}', '{"answer": "\\"\\""}'],
  ['{"answer": 42}', '{"answer": "42"}'],
  ['{"answer": true}', '{"answer": "True"}'],
  ['{"answer": [1, 2]}', "Answer: [1, 2]"],
])("F3: in prose, and of the marks themselves, it doesn't: %j and %j", (a, b) => {
  expect(groups(a, b)).toHaveLength(1);
});

test.each([
  ['{"answer": " "}', " "],
  ['{"answer": "        "}', "        "],
  ['{"answer": "\'   \'"}', "   "],
  ['{"answer": "!"}', "!"],
  ['{"answer": "..."}', "..."],
  ['{"answer": "*"}', "*"],
  ['{"answer": ")"}', ")"],
  ['```json\n{"answer": "  "}\n```', "  "],
  ["Answer: '?'", "?"],
  ["Answer: ' '", " "],
  ['" "', " "],
])("F3: spaces and punctuation are an answer: %j", (reply, value) => {
  expect(valueOf(reply)).toBe(value);
});

test.each(['{"answer": ""}', '{"answer": "<your answer>"}', '{"answer": null}', "   "])(
  "F3: nothing is still none: %j",
  (reply) => {
    expect(read(reply)).toBeNull();
  },
);

test("F3: any two texts in JSON are the same answer exactly if they are the same text", () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 4 }),
    fc.string({ unit: fc.constantFrom("a", "A", " ", ".", "!", "?", "(", "*"), minLength: 1 }),
  );
  // What itself looks like a quotation or a gap to fill in is read as such.
  const plain = text.filter((content) => !/["'`“”‘’«»\\]/.test(content));
  fc.assert(
    fc.property(plain, plain, (a, b) => {
      const [one, other] = [
        read(JSON.stringify({ answer: a })),
        read(JSON.stringify({ answer: b })),
      ];
      if (one === null || other === null) throw new Error("unread");
      expect(one.value).toBe(a);
      expect(sameAnswer(reader, one, other)).toBe(a === b);
    }),
    { numRuns: 2_000 },
  );
});
