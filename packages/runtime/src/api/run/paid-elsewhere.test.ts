import { NO_SPEND, NO_USAGE, type StepCall } from "@rostrum/core/protocol";
import { expect, test } from "vitest";
import { createBudget } from "@rostrum/core/debate";
import { reserveRetries } from "./model-step.ts";

const maxSpend = { ...NO_SPEND, calls: 1, tokens: 10, usd: null };

test("a call that another process makes says how many attempts fit, and gives back the others", async () => {
  const budget = createBudget({ calls: 5 });
  const hold = budget.open();
  // Two calls are about to be made.
  for (let call = 0; call < 2; call++) expect(hold.reserve(maxSpend)).toBeNull();
  const asked: unknown[] = [];
  const step = reserveRetries(
    async ({ attempts = 0 }) => {
      asked.push(attempts);
      return { reply: null, attempts: Math.min(2, attempts), usage: NO_USAGE, costUsd: 0 };
    },
    hold,
    2,
  );
  const call = { maxSpend, maxSpendDoubled: null, fallback: null } as StepCall;
  await Promise.all([step(call), step(call)]);
  expect(asked, "three retries are left after the first attempts").toEqual([3, 2]);
  expect(budget.spent().calls).toBe(4);
  expect(hold.reserve(maxSpend)).toBeNull();
  expect(hold.reserve(maxSpend)).not.toBeNull();
});

test("a fallback has attempts of its own, as far as the budget allows", async () => {
  const asked: (number | undefined)[] = [];
  const hold = createBudget({ calls: 20 }).open();
  const step = reserveRetries(
    async ({ attempts }) => {
      asked.push(attempts);
      return { reply: null, attempts: 1, usage: {}, costUsd: 0 };
    },
    hold,
    2,
  );
  await step({ maxSpend, maxSpendDoubled: null, fallback: {} } as StepCall);
  expect(asked).toEqual([6]);
});

test("a call of which nobody knows the outcome counts with all attempts that it was allowed", async () => {
  const budget = createBudget({ calls: 20 });
  const hold = budget.open();
  expect(hold.reserve(maxSpend)).toBeNull();
  const step = reserveRetries(() => Promise.reject(new Error("cut off")), hold, 2);
  const call = { maxSpend, maxSpendDoubled: null, fallback: null } as StepCall;
  await expect(step(call)).rejects.toThrow("cut off");
  hold.release();
  expect(budget.spent()).toMatchObject({ calls: 3, tokens: 30 });
});
