import { expect, test } from "vitest";
import { createBudget, debate } from "../../packages/rostrum/src/index.ts";

test.each([
  [undefined, true],
  [{ input: 1, output: 1 }, undefined],
])("what a budget has spent is marked if a price is unknown: %j", async (price, marked) => {
  const budget = createBudget({ calls: 9 });
  const debaters = [1, 2].map(() => ({ model: () => "Answer: 1", ...(price ? { price } : {}) }));
  await debate("q", { debaters, budget });
  expect(budget.spent().usdIsAtLeast).toBe(marked);
});
