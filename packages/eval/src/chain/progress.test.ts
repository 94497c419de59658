import { expect, it } from "vitest";
import { chainProgress, createMeasure, formatProgress } from "./progress.ts";
import { createPlace } from "./checkpoints.ts";

const progress = { steps: 12_042, stepsPerSecond: 402.4, calls: 36_200, costUsd: 0, retried: 0 };

it.each([
  [progress, undefined, "12,042 steps · 402/s · $0.0000"],
  [progress, 37_210, "12,042 of 37,210 steps · 402/s · 1 min 3 s left · $0.0000"],
  [
    { ...progress, costUsd: 3.456, retried: 2 },
    12_050,
    "12,042 of 12,050 steps · 402/s · 1 s left · $3.46 · 2 asked again",
  ],
  [
    { ...progress, stepsPerSecond: 0.25, costUsd: null },
    20_000,
    "12,042 of 20,000 steps · 0.3/s · 8 h 50 min left · cost unknown",
  ],
  [{ ...progress, stepsPerSecond: 0 }, 20_000, "12,042 of 20,000 steps · 0.0/s · $0.0000"],
])("shows where a chain stands", (at, total, line) => {
  expect(formatProgress(at, total)).toBe(line);
});

it("counts the rate from where this process began", () => {
  let now = 0;
  const measure = createMeasure(100, () => now);
  now = 2000;
  expect(measure({ ...createPlace("0"), index: 150 })).toMatchObject({
    steps: 150,
    stepsPerSecond: 25,
  });
});

it("writes at once, then not too often, and the last step always", () => {
  const written: string[] = [];
  const show = chainProgress({ total: 12_050, write: (text) => void written.push(text) });
  for (let steps = 12_042; steps <= 12_050; steps++) show({ progress: { ...progress, steps } });
  expect(written).toHaveLength(2);
  expect(written[1]).toMatch(/12,050 of 12,050.*\n$/);
});
