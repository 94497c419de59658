import { expect, test } from "vitest";
import {
  hasCases,
  scoreForms,
  scorePairs,
  scorePicks,
  scoreQuotes,
  scoreReads,
} from "../../scripts/evidence/reading/cases.ts";
import { hasLiveReplies, scoreLiveReplies } from "../../scripts/evidence/reading/live-replies.ts";

const cases = hasCases();
if (!cases) console.log("skipped: the cases are not here (../shared/cases)");
const live = hasLiveReplies();
if (!live) console.log("skipped: the live replies are not here (../shared/live)");

const most = (share: number, of: number): number => Math.floor(share * of);

test.skipIf(!cases)("different answers are not settled as the same", async () => {
  const { cases: count, wrong } = await scorePairs();
  expect(wrong.slice(0, 40).join("\n")).toSatisfy(() => wrong.length <= most(0.01, count));
});

test.skipIf(!cases)("no value is read that nobody gave, and plain values are read", async () => {
  const { cases: count, wrong, plain, missed } = await scoreReads();
  expect(wrong.slice(0, 40).join("\n")).toSatisfy(() => wrong.length <= most(0.01, count));
  // A reader that reads nothing would never be wrong. Most of these are written to mislead, and may stay unread.
  expect(missed.length).toBeLessThan(0.85 * plain);
});

test.skipIf(!cases)("an answer is found in any form, without its markup", async () => {
  const { cases: count, lost, dirty } = await scoreForms();
  expect(dirty).toEqual([]);
  expect(lost.join("\n")).toSatisfy(() => lost.length <= most(0.05, count));
});

test.skipIf(!cases)("a judge picks nobody but the one it names", async () => {
  expect((await scorePicks()).wrong).toEqual([]);
});

test.skipIf(!cases)("a changed quote is never verified, the true one always is", async () => {
  const { wrong, missed } = await scoreQuotes();
  expect(wrong).toEqual([]);
  expect(missed).toEqual([]);
});

test.skipIf(!live)("replies of a current model end where their comparer puts them", async () => {
  const { pairs, mergedByRule, splitByRule, asAnnotated } = await scoreLiveReplies();
  expect({ mergedByRule, splitByRule }).toEqual({ mergedByRule: 0, splitByRule: 0 });
  expect(asAnnotated / (2 * pairs)).toBeGreaterThanOrEqual(0.97);
});
