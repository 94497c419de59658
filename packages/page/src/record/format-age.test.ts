import { expect, test } from "vitest";
import { formatAge } from "./format-age.ts";

const NOW = new Date(2026, 10, 17, 12).getTime();
const MINUTE = 60_000;

test.each([
  [0, "now"],
  [12 * MINUTE, "12 min"],
  [3.9 * 60 * MINUTE, "3 h"],
  [36 * 60 * MINUTE, "1 d"],
  [20 * 24 * 60 * MINUTE, "28 Oct"],
])("%d ms ago is %s", (age, expected) => {
  expect(formatAge(NOW - age, NOW)).toBe(expected);
});
