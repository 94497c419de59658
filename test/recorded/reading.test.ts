import { expect, test } from "vitest";
import { hasRecorded, recordedByModel, recordedDebates } from "../../scripts/evidence/recorded.ts";
import { scoreExact, scoreMath, scoreNumber, sharesByModel } from "../../scripts/evidence/score.ts";
import type { Scored } from "../../scripts/evidence/score.ts";

const recorded = hasRecorded();
if (!recorded) console.log("skipped: recorded replies are not here (../shared/recorded)");

const means = (
  scored: readonly Scored[],
): { right: number; plainRight: number; unread: number } => {
  const mean = sharesByModel(scored).at(-1);
  if (mean === undefined) throw new Error("no rows");
  return mean;
};

test.skipIf(!recorded)(
  "grade-school sums: no model is read worse than by the plain reading, the mean is better",
  () => {
    const scored = recordedByModel("gsm8k.jsonl.gz").map(scoreNumber);
    for (const { model, right, plainRight } of sharesByModel(scored)) {
      expect(right, model).toBeGreaterThanOrEqual(plainRight);
    }
    const { right, plainRight, unread } = means(scored);
    expect(right).toBeGreaterThan(plainRight);
    expect(unread).toBeLessThan(0.005);
  },
);

test.skipIf(!recorded)(
  "competition maths: better in the mean; lost are only replies that were cut off",
  () => {
    const scored = recordedByModel("math-l5.jsonl.gz").map(scoreMath);
    expect(means(scored).right).toBeGreaterThan(means(scored).plainRight);
    // The plain reading takes the last number of a reply that never came to its answer, and may be lucky.
    const lost = scored.filter(({ right, plainRight }) => plainRight && !right);
    expect(lost.filter(({ read }) => read !== null)).toEqual([]);
  },
);

test.skipIf(!recorded)("debates in prose and LaTeX: far more is read right", () => {
  const { right, plainRight } = means(recordedDebates().map(scoreMath));
  expect(right).toBeGreaterThan(plainRight + 0.09);
});

test.skipIf(!recorded)("what is read as a number is never a guess at words", () => {
  const unread = recordedByModel("gsm8k.jsonl.gz")
    .map(scoreNumber)
    .filter(({ read }) => read === null);
  // Replies that decline, or leave the formula open, have no number.
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.filter(({ plainRight }) => plainRight)).toEqual([]);
});

test.skipIf(!recorded)(
  "F3: texts that a program puts out are compared character by character",
  () => {
    const scored = recordedByModel("crux.jsonl.gz").flatMap((row) => scoreExact(row) ?? []);
    const misread = scored.filter(({ right, plainRight }) => right !== plainRight);
    expect(scored.length).toBeGreaterThan(1_000);
    expect(misread.length / scored.length).toBeLessThan(0.005);
    expect(scored.filter(({ read }) => read === null)).toEqual([]);
  },
);
