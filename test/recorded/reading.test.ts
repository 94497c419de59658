import { expect, test } from "vitest";
import { hasRecorded } from "../../scripts/evidence/recorded.ts";
import { scoreOpenQuestions } from "../../scripts/evidence/reading/open-questions.ts";
import { scoreSet, type RecordedSet } from "../../scripts/evidence/reading/recorded-sets.ts";

const recorded = hasRecorded();
if (!recorded) console.log("skipped: recorded replies are not here (../shared/recorded)");

/** Most replies that may stay unread, and the vote of a reader that searched replies for their answer, in percent. */
const BOUNDS: [set: RecordedSet, unread: number, searched: number][] = [
  ["gsm8k", 3, 95.57],
  ["math-l5", 8, 60.52],
  ["crux", 6, 81],
  ["mmlu-pro", 16, 70.59],
];

test.skipIf(!recorded).each(BOUNDS)(
  "%s: most recorded replies are read strictly, and votes are as good as by searching",
  (set, unread, searched) => {
    const { strict, lenient } = scoreSet(set);
    expect(100 * strict.unread).toBeLessThan(unread);
    expect(100 * strict.vote).toBeGreaterThan(searched - 1.5);
    expect(100 * lenient.vote).toBeGreaterThanOrEqual(searched - 0.5);
    expect(lenient.unread).toBeLessThanOrEqual(strict.unread);
  },
);

test.skipIf(!recorded).each([
  ["nq", 86],
  ["tq", 92.5],
])(
  "%s: rules merge next to no different answers, and a comparer with a person's eye makes a good vote",
  async (source, least) => {
    const { voted, questions, mergedByRule, differentPairs, comparerCalls } =
      await scoreOpenQuestions(source);
    expect((100 * voted) / questions).toBeGreaterThanOrEqual(least);
    expect(mergedByRule / differentPairs).toBeLessThanOrEqual(0.01);
    expect(comparerCalls / questions).toBeLessThanOrEqual(1);
  },
  120_000,
);
