import { expect, test } from "vitest";
import { computeTrueValue } from "./demo.ts";

test.each([
  ["What is 12+15*21+0-3*27?", 246],
  ["41*23*88+35-2*51", 82_917],
  ["Compute 2 × 3 · 4 − 1,000", -976],
  ["3-2*2-1", -2],
  ["What is love?", null],
  ["42", null],
])("%s", (question, value) => {
  expect(computeTrueValue(question)).toBe(value);
});
