import { describe, expect, test } from "vitest";
import {
  BudgetExceededError,
  createBudget,
  Debate,
  never,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";

/** Three members who never agree, and who all revise in two rounds: nine calls. */
function disagree(calls: number, more: Partial<DebateConfig> = {}): Debate {
  const debaters = ["ann", "ben", "cat"].map((name, at) => ({
    name,
    model: () => `Answer: ${at}`,
    price: { input: 1, output: 1 },
  }));
  return new Debate({
    debaters,
    answer: "number" as never,
    stop: never(),
    rounds: 2,
    revise: "everyone",
    budget: { calls },
    ...more,
  });
}

describe("a plan under a cap on calls", () => {
  test.each([
    [3, 3],
    [4, 3],
    [6, 6],
    [8, 6],
  ])("of %i counts the %i calls that are made, and says what may be missing", async (cap, made) => {
    const debate = disagree(cap);
    const { calls, warnings, shortage } = await debate.plan("q");
    expect(shortage).toBeUndefined();
    expect(calls.min).toBe(made);
    expect(calls.max).toBeLessThanOrEqual(cap);
    expect(calls.typical).toBeLessThanOrEqual(calls.max);
    expect(warnings).toEqual([
      `Revision rounds or optional calls may be left out: in the worst case, the run would take more than ${cap} calls. ` +
        "With 9 calls, nothing is left out.",
    ]);
    expect((await debate.run("q")).usage.calls).toBe(made);
  });

  test("that is enough says nothing", async () => {
    const { calls, warnings } = await disagree(9).plan("q");
    expect([calls.min, calls.max, warnings]).toEqual([9, 9, []]);
  });

  test("that is too small for the first answers says that the run is refused, and which cap is enough", async () => {
    const { shortage, warnings, calls } = await disagree(2).plan("q");
    expect(shortage).toMatchObject({ limit: "calls", cap: 2, needed: 3, smallestCap: 3 });
    expect(warnings[0]).toContain("budget.calls: 2 calls is too little");
    expect(calls.max).toBe(2);
    await expect(disagree(2).run("q")).rejects.toThrow(BudgetExceededError);
  });

  test("counts what other debates left of it, and a judge's call", async () => {
    const shared = createBudget({ calls: 9 });
    await disagree(0, { budget: shared, rounds: 0 }).run("q");
    const { calls } = await disagree(0, { budget: shared }).plan("q");
    expect(calls).toMatchObject({ min: 6, max: 6 });
    const judge = { model: () => "Answer: 1" };
    const judged = await disagree(3, { judge, decide: { type: "judged", always: true } }).plan("q");
    expect(judged.shortage).toMatchObject({ needed: 4, smallestCap: 4 });
  });

  test("changes neither the output limits nor the rounds of a run that agrees early", async () => {
    const agreeing = { debaters: [1, 2, 3].map(() => ({ model: () => "Answer: 1" })) };
    const result = await disagree(5, { ...agreeing, stop: "unanimous" }).run("q");
    expect(result.warnings).toEqual([]);
  });
});
