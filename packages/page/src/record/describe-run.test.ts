import type { RunSummary } from "@rostrum/core/protocol";
import { expect, test } from "vitest";
import { describeOutcome, findSupport, titleRun } from "./describe-run.ts";

const RUN: RunSummary = {
  id: "run",
  question: "Ship today?",
  status: "completed",
  createdAt: 0,
  updatedAt: 0,
  answer: "Wait",
  stopReason: "max_rounds",
  agreement: 1 / 3,
  escalated: true,
  degraded: false,
  calls: 3,
  costUsd: 0.01,
  atLeastUsd: 0.01,
  panel: ["ada", "boole", "curie"],
};

test.each<[string, Partial<RunSummary>, string, string]>([
  [
    "a judge against two of three",
    { overruled: { by: "judged", votes: 2 } },
    "Wait | overruled: Judge against the majority (1 of 3)",
    "1 of 3",
  ],
  [
    "a rule against the largest of many groups",
    {
      overruled: { by: "weighted", votes: 2 },
      agreement: 0.2,
      panel: ["a", "b", "c", "d", "e"],
    },
    "Wait | overruled: Decided against the largest group (1 of 5)",
    "1 of 5",
  ],
  ["a label of the answer's group", { label: "Not today" }, "Not today", "1 of 3"],
  ["a tie of two", { tied: 2, agreement: 0.5, panel: ["a", "b"] }, "Tied: one for each", "Tie"],
  ["a tie of three", { tied: 3 }, "Tied: one for each of three answers", "Tie"],
  ["a decision of a person", { reviewer: "bob" }, "Wait", "Decided by bob"],
  ["a decision of somebody", { reviewer: null }, "Wait", "Decided by a person"],
  [
    "a turn of a person",
    { status: "waiting", waitsFor: ["grace"] },
    "Waiting for grace",
    "Waiting",
  ],
  ["a run that waits for a decision", { status: "waiting" }, "Waiting for a person", "To decide"],
  [
    "a run with missing replies",
    { degraded: true },
    "Wait | incomplete: Replies or steps are missing",
    "1 of 3",
  ],
  [
    "a run with a member that could not be asked",
    { agreement: 1, asked: 2, degraded: true },
    "Wait | incomplete: Replies or steps are missing",
    "2 of 2",
  ],
  // A journal of an earlier version doesn't say how the answer came about.
  ["a disputed run of an old journal", {}, "Wait", "1 of 3"],
])("%s", (_, run, outcome, support) => {
  const described = findSupport({ ...RUN, ...run });
  const { text, doubt } = describeOutcome({ ...RUN, ...run }, 100);
  expect(doubt ? `${text} | ${doubt.label}: ${doubt.explanation}` : text).toBe(outcome);
  expect(
    described?.kind === "count" ? `${described.agreeing} of ${described.members}` : described?.text,
  ).toBe(support);
});

test("a review is named after what it reviews", () => {
  expect(titleRun({ ...RUN, reviews: ["cart.ts", "order.ts"] }, 100)).toBe(
    "Review of cart.ts and order.ts",
  );
  expect(titleRun(RUN, 100)).toBe("Ship today?");
});
