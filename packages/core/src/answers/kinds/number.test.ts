import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadAnswer } from "../../protocol/answer.ts";
import { readReply } from "../read-reply.ts";
import { isSameAnswer } from "../cluster.ts";
import { numberReader } from "./number.ts";

const QUESTION = "A shop sells 12 boxes with 7 apples each. How many apples are there?";
const reader = numberReader(undefined, QUESTION);
const read = (reply: string): ReadAnswer<number> | null => reader.read(readReply(reply), reply);

test.each([
  ["84", 84],
  ["Answer: 1234", 1234],
  ["The total is $1,234.00", 1234],
  ['{"reasoning": "because", "answer": "1,234 dollars"}', 1234],
  ['{"answer": 84}', 84],
  ["Answer: 36 (24 + 12)", 36],
  ["Answer:\n- 42", 42],
  ["12 × 7 is 84.\n\nAnswer: 84 apples", 84],
  ["> Answer: 94\n\nAnswer: 84", 84],
  ["<think>94</think>84", 84],
  ["Answer: ~84", 84],
])("%j is %d", (reply, value) => {
  expect(read(reply)?.value).toBe(value);
});

test.each([
  "There are 12 boxes.\nEach has 7 apples, so there are 84.",
  "The answer is not 42.",
  "Answer: 84 or 96",
  "Answer: 84\n\nAnswer: 94",
  "Some say 94, but the answer is 84.",
  "I'm sorry, I can't help with that. There are 12 boxes.",
  "Answer: 0xFF",
  "Answer: 1 in 5",
  "Answer: 12/05/2024",
  '{"answer": [84, 94]}',
  '{"answer": "not 84"}',
  "1e999",
  "",
])("%j gives no number for certain", (reply) => {
  expect(read(reply)).toBeNull();
});

test.each([
  ["Answer: 1,234.00", "1234"],
  ["Answer: -$5", "-$5"],
  ["Answer: 50 %", "50%"],
  ["Answer: 15 minutes", "15 minutes"],
  ["Answer: 84 apples", "84 apples"],
  ["Answer: 3 minutes and 36 seconds", "3.6 minutes"],
])("%j is shown as %j", (reply, wording) => {
  expect(read(reply)?.wording).toBe(wording);
});

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [read(a), read(b)];
  if (one === null || other === null) throw new Error("unread");
  return isSameAnswer(reader, one, other);
};

test("values are compared with their units", () => {
  expect(isSame("90 minutes", "1.5 hours")).toBe(true);
  expect(isSame("84", "84 apples")).toBe(true);
  expect(isSame("$5", "5")).toBe(true);
  expect(isSame("5 km", "5 miles")).toBe(false);
  expect(isSame("5%", "5")).toBe(false);
  expect(isSame("12 boxes", "12")).toBe(false);
  expect(isSame("3628800", "3628801")).toBe(false);
});

test("only half of the last digit shown is overlooked, or the tolerance that was asked for", () => {
  expect(reader.same(0.1 + 0.2, 0.3)).toBe(true);
  expect(reader.same(1_000_000, 1_000_000.5)).toBe(false);
  expect(numberReader(0.5, "").same(1, 1.5)).toBe(true);
  expect(numberReader(0, "").same(1, 1 + 1e-9)).toBe(false);
});

test("an answer is given in the first member's unit", () => {
  const group = ["1.5 hours", "90 minutes"].flatMap((reply) => read(reply) ?? []);
  expect(group.map((answer) => reader.inUnitOf?.(answer, group))).toEqual([
    { value: 1.5, unit: "hours" },
    { value: 1.5, unit: "hours" },
  ]);
});

test("a value that is read stands in the reply as a token", () => {
  const piece = fc.constantFrom(
    ..."0 1 5 42 1,234 - . , : / ( ) % $ + = × apples boxes not or to minutes Answer: \n **".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.boolean(), (pieces, spaced) => {
      const reply = pieces.join(spaced ? " " : "");
      const found = read(reply);
      if (found === null) return;
      const tokens = reply.match(/\d[\d,]*(?:\.\d+)?|\.\d+/g) ?? [];
      const values = tokens.flatMap((token) => [
        Number(token.replaceAll(",", "")),
        Number(token.replace(",", ".")),
      ]);
      for (const [, whole = "0", over, under] of reply.matchAll(/(?:(\d+) )?(\d+) ?\/ ?(\d+)/g))
        values.push(Number(whole) + Number(over) / Number(under), Number(over) / Number(under));
      const isToken = values.some((value) => Math.abs(value - Math.abs(found.value)) < 1e-12);
      expect(isToken, `${JSON.stringify(reply)} as ${found.value}`).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});
