import { expect, test } from "vitest";
import { wordOverlap } from "./words.ts";

test("shared words by all words", () => {
  expect(wordOverlap("a b", "b c")).toBeCloseTo(1 / 3);
  expect(wordOverlap("Same words.", "same WORDS")).toBe(1);
  expect(wordOverlap("東京", "東大")).toBeCloseTo(1 / 3);
});

test("an empty text has nothing in common with any, another empty one included", () => {
  expect(wordOverlap("", "a")).toBe(0);
  expect(wordOverlap("", "")).toBe(0);
});
