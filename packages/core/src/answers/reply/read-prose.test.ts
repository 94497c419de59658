import { expect, test } from "vitest";
import { readProse } from "./read-prose.ts";

test.each([
  ['I looked.\n\n```json\n{"findings": []}\n```', "I looked."],
  ['```\n{"votes": [1]}\n```', ""],
  ['{"votes": [\n  {"item": 1}\n]}', ""],
  ['First.\n{"a": 1}', "First."],
  ["See:\n```ts\nconst a = { b: 1 };\n```\nDone.", "See:\n```ts\nconst a = { b: 1 };\n```\nDone."],
  ['Broken:\n```json\n{"a": \n```', 'Broken:\n```json\n{"a": \n```'],
  ["A set {1, 2} in prose.", "A set {1, 2} in prose."],
  ['{"findings": [1]}\n\n{"findings": [2]}', ""],
  ['```json\n{"a": 1}\n```\nThat is all.', "That is all."],
  ["```c\nvoid f()\n{}\n```", "```c\nvoid f()\n{}\n```"],
])("%j", (text, expected) => {
  expect(readProse(text)).toBe(expected);
});
