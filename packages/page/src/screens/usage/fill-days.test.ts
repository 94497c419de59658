import { expect, test } from "vitest";
import { fillDays } from "./fill-days.ts";

const row = {
  key: "2026-11-02",
  debates: 2,
  calls: 6,
  tokens: 10,
  atLeastTokens: 10,
  costUsd: 0.5,
  atLeastUsd: 0.5,
  unknownCalls: 1,
};

test("a day without debates is a day with nothing spent", () => {
  const days = fillDays([row], "2026-10-31", "2026-11-03");
  expect(days.map(({ key, calls }) => [key, calls])).toEqual([
    ["2026-10-31", 0],
    ["2026-11-01", 0],
    ["2026-11-02", 6],
    ["2026-11-03", 0],
  ]);
  expect(days[2]).toBe(row);
});

test("a range without an end, or the wrong way round, has no days", () => {
  expect(fillDays([row], "2026-11-03", "2026-11-01")).toEqual([]);
  expect(fillDays([row], "", "2026-11-01")).toEqual([]);
  expect(fillDays([row], "1990-01-01", "2026-11-03").length).toBeLessThan(500);
});
