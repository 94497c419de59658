import { expect, test } from "vitest";
import { measureWordOverlap } from "./word-overlap.ts";

test("shared words by all words", () => {
  expect(measureWordOverlap("a b", "b c")).toBeCloseTo(1 / 3);
  expect(measureWordOverlap("Same words.", "same WORDS")).toBe(1);
  expect(measureWordOverlap("東京", "東大")).toBeCloseTo(1 / 3);
});

test("an empty text has nothing in common with any, another empty one included", () => {
  expect(measureWordOverlap("", "a")).toBe(0);
  expect(measureWordOverlap("", "")).toBe(0);
});
