import { expect, test } from "vitest";
import type { RunSummary } from "@rostrum/core/protocol";
import { groupByDay } from "./group-by-day.ts";

const run = (createdAt: number): RunSummary => ({ id: String(createdAt), createdAt }) as RunSummary;
const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

test("runs are grouped by the reader's day, and recent days have names", () => {
  const runs = [at(17, 9), at(17, 0), at(16, 23), at(3, 12)].map(run);
  const days = groupByDay(runs, at(17, 10));
  expect(days.map(({ name, runs: own }) => [name, own.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Tue, 3 Nov 2026", 1],
  ]);
});
