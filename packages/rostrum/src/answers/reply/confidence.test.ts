import { expect, test } from "vitest";
import { readConfidence } from "./confidence.ts";

test.each([
  [0, 0],
  [0.9, 0.9],
  [1, 1],
  [95, 0.95],
  [100, 1],
  ["0.95", 0.95],
  ["95%", 0.95],
  ["95 percent", 0.95],
  ["8/10", 0.8],
  ["7 out of 10", 0.7],
  ["80-90%", 0.85],
  ["**80%**", 0.8],
  ["high (0.9)", 0.9],
])("%j is %d", (said, share) => {
  expect(readConfidence(said)).toBeCloseTo(share, 9);
});

test("words keep their order", () => {
  const order = ["very low", "low", "medium", "likely", "high", "very high", "certain"].map(
    (said) => readConfidence(said),
  );
  expect(order).toEqual([...order].sort((a, b) => (a ?? 0) - (b ?? 0)));
  expect(new Set(order).size).toBe(order.length);
});

test.each([
  null,
  undefined,
  "",
  "n/a",
  "banana",
  -1,
  101,
  250,
  Number.NaN,
  Infinity,
  true,
  {},
  [],
  "-5%",
  "12/10",
  "x".repeat(500),
])("nonsense is unknown, never a guess: %j", (said) => {
  expect(readConfidence(said)).toBeNull();
});
