import { expect, test } from "vitest";
import {
  type Budget,
  createBudget,
  Debate,
  findings,
  memoryJournal,
  type ModelFunction,
} from "../../packages/rostrum/src/index.ts";

/** A limit of time that is used up when the test says so, and a model that doesn't reply before. */
function limitTime(): { budget: Budget; hang: ModelFunction } {
  const budget = createBudget({ ms: 60_000 });
  let ms = 0;
  return {
    budget: { ...budget, spent: () => ({ ...budget.spent(), ms }) },
    hang: () => {
      ms = 60_000;
      return new Promise<never>(() => undefined);
    },
  };
}

const limits = { retries: 0, timeoutMs: 20 };

test("a call that the time limit cut off is named as such when a resumed run makes it again", async () => {
  const { budget, hang } = limitTime();
  const journal = memoryJournal();
  const panel = (model: ModelFunction, more: object) =>
    new Debate({
      debaters: [
        { name: "a", model: () => "Answer: 1" },
        { name: "b", model },
      ],
      answer: "number",
      rounds: 0,
      journal,
      limits,
      ...more,
    });
  const cut = await panel(hang, { budget })
    .run("q", { id: "x" })
    .catch((error: Error) => error);
  expect(JSON.stringify(cut)).toContain("time limit");
  const result = await panel(() => "Answer: 1", { budget: { ms: 60_001 } }).run("q", { id: "x" });
  expect(result.answer).toBe(1);
  expect(result.warnings).toEqual([
    "A call to b ran into the time limit and was made again: the provider may bill that too.",
  ]);
});

test("a review whose check the time limit cut off says so, and no other setting is blamed", async () => {
  const { budget, hang } = limitTime();
  const report = (claim: string): string =>
    JSON.stringify({ findings: [{ quote: "let sum = 0", claim, severity: "high" }] });
  const vote = JSON.stringify({ votes: [{ item: 1, quote: "let sum = 0", vote: "uphold" }] });
  const votes: ModelFunction = ({ round }) => (round === 0 ? report("It is never used.") : vote);
  const panel = new Debate({
    debaters: [
      { name: "a", model: votes },
      {
        name: "b",
        model: (request) => (request.round === 0 ? report("It is wrong.") : hang(request)),
      },
      { name: "c", model: votes },
    ],
    answer: findings(),
    compare: "rules",
    limits,
    budget,
  });
  const context = [{ document: "sum.ts", text: "let sum = 0;" }];
  const { warnings, rounds } = await panel.run({ text: "Review it.", context });
  expect(rounds[1]?.positions[1]).toMatchObject({ status: "failed", errorCode: "time_limit" });
  const words = warnings.join("\n");
  expect(words).toContain("b failed in the check: the time limit (budget.ms) was used up.");
  expect(words).not.toMatch(/timeoutMs|check its/);
});
