import fc from "fast-check";
import { expect, test } from "vitest";
import { choice, exact, math, number } from "@rostrum/core/answers";
import { readRecorded } from "./index.ts";

const letters = choice(["A", "B", "C", "D"]);

test.each([
  ["a figure after a sum", "She buys 3 at $6.\n\nSo she pays 3 * 6 = 18 dollars.", number(), 18],
  ["a grouped figure", "It sums up.\n\nIn total that makes 12,500 eggs.", number(), 12_500],
  ["a label of a data set", "3 * 6 = 18\n#### 18", number(), 18],
  ["the last of two labels", "The answer is 12?\nNo.\n\nAnswer: 13", number(), 13],
  ["a field of broken JSON", '{"reasoning": "He said "no".",\n "answer": "42"\n', number(), 42],
  [
    "a box",
    "We get\n\\[ x = \\boxed{\\frac{1}{2}} \\]\nas was to be shown.",
    math(),
    "\\frac{1}{2}",
  ],
  ["the last formula", "Thus it holds.\n\nWe conclude that $y = x + 3$.", math(), "x + 3"],
  [
    "a letter in a sentence",
    "Let me see.\n\nThe answer is (C), since A is too small.",
    letters,
    "C",
  ],
  ["a letter without a label", "It can't be the rest.\n\nHence we choose (B).", letters, "B"],
  ["a field with quotation marks", '{"answer": "[\'a\', "b"]"}', exact(), "['a', \"b\"]"],
])("finds %s", (_, text, answer, value) => {
  expect(readRecorded(text, { answer })?.value).toBe(value);
});

test.each([
  ["no figure", "I can't tell.\n\nIt depends on the weather.", number()],
  ["no option", "I can't tell.\n\nIt depends on the weather.", letters],
  ["nothing", "", number()],
])("finds nothing where there is %s", (_, text, answer) => {
  expect(readRecorded(text, { answer })).toBeNull();
});

test("without a kind, the words after the last label are the answer", () => {
  const text = "Some say Lyon.\nThat is wrong, and so my answer is: Paris";
  expect(readRecorded(text)).toEqual({ answer: "Paris", value: "Paris" });
});

test("a figure that is found stands in the reply", () => {
  const word = fc.constantFrom(
    "so",
    "there are",
    "answer",
    "is",
    "Answer:",
    "####",
    "\\boxed{",
    "}",
    "\n",
    ".",
  );
  const part = fc.oneof(word, fc.integer({ min: 0, max: 999 }).map(String));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const value = readRecorded(parts.join(" "), { answer: number() })?.value;
      // Spaces may group digits: "1 100".
      if (value !== undefined) expect(parts.join("")).toContain(String(value));
    }),
  );
});
