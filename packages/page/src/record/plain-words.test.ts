import { expect, test } from "vitest";
import { removeOptions } from "./plain-words.ts";

test.each([
  [
    "The answers were not compared by a model. Answers in different words count as different, even if they mean the same. Name a model in `compare`.",
    "The answers were not compared by a model. Answers in different words count as different, even if they mean the same.",
  ],
  [
    "A reply of fermat was cut off at its output limit of 2048 tokens. Raise maxOutputTokens.",
    "A reply of fermat was cut off at its output limit of 2048 tokens.",
  ],
  [
    "euler failed in 2 of 2 rounds: check its model or its limits.",
    "euler failed in 2 of 2 rounds: check its model or its limits.",
  ],
  [
    "openai/gpt-5.2 replied for ada, because its own model failed.",
    "openai/gpt-5.2 replied for ada, because its own model failed.",
  ],
  ["Set `budget`.", "Set budget."],
])("%s", (warning, expected) => {
  expect(removeOptions(warning)).toBe(expected);
});
