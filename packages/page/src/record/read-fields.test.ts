import { expect, test } from "vitest";
import { formatFields, readFields } from "./read-fields.ts";

const write = (answer: unknown): string | null => {
  const fields = readFields(answer);
  return fields && formatFields(fields);
};

test.each([
  ['{"pick":"SQLite","why":"It works offline."}', "Pick: SQLite; Why: It works offline."],
  [
    { nextSteps: ["a", "b"], isSafe: true, cost: 12.5, due_date: null },
    "Next steps: a, b; Is safe: yes; Cost: 12.5; Due date: none",
  ],
  ['{"a":{"b":[{"c":1}]}}', "A: B: C: 1"],
  ["[1, 2]", "1, 2"],
])("%j", (answer, expected) => {
  expect(write(answer)).toBe(expected);
});

test.each(["{not JSON", "plain words", '"quoted"', "42", null, undefined, 7])(
  "%j has no fields",
  (answer) => {
    expect(readFields(answer)).toBeNull();
  },
);
