import { createBudget } from "@rostrum/core/debate";
import { expect, test } from "vitest";
import { excludeWaits, WaitClock } from "./human-input.ts";

test("a budget whose waits are excluded still says what is left and whose limit it is", async () => {
  const budget = { ...createBudget({ usd: 5 }), describeOwner: () => "your team's limit" };
  const excluded = excludeWaits(budget, new WaitClock());
  expect(await excluded.left?.()).toEqual({ usd: 5 });
  expect(excluded.describeOwner?.("usd")).toBe("your team's limit");
});
