import { chargedSpend, NO_SPEND } from "../../protocol/spend.ts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createBudget } from "./budget.ts";

const spend = (calls: number, tokens = 0, usd = 0) => ({ ...NO_SPEND, calls, tokens, usd });

describe("a budget", () => {
  test("sets room aside until it is used up, and says which cap is too small", () => {
    const hold = createBudget({ calls: 3, tokens: 100 }).open();
    expect(hold.reserve(spend(2, 60))).toBeNull();
    expect(hold.reserve(spend(2, 10))).toEqual({ limit: "calls", cap: 3, spent: 2, needed: 2 });
    expect(hold.reserve(spend(1, 50))).toEqual({
      limit: "tokens",
      cap: 100,
      spent: 60,
      needed: 50,
    });
    expect(hold.reserve(spend(1, 40))).toBeNull();
  });

  test("a refused reservation changes nothing", () => {
    const hold = createBudget({ calls: 3 }).open();
    hold.reserve(spend(4));
    expect(hold.reserve(spend(3))).toBeNull();
  });

  test("settling replaces the worst case by what it really took", () => {
    const budget = createBudget({ tokens: 100 });
    const hold = budget.open();
    hold.reserve(spend(1, 100));
    hold.settle(spend(1, 100), spend(1, 30));
    expect(budget.spent()).toMatchObject({ calls: 1, tokens: 30 });
    expect(hold.reserve(spend(1, 70))).toBeNull();
  });

  test("what is unknown is charged at its worst case", () => {
    const budget = createBudget({ tokens: 100, usd: 1 });
    const hold = budget.open();
    const maxSpend = spend(1, 100, 0.5);
    hold.reserve(maxSpend);
    hold.settle(maxSpend, chargedSpend(maxSpend, { calls: 1, tokens: null, usd: null }));
    expect(budget.spent()).toMatchObject({ tokens: 100, usd: 0.5 });
  });

  test("releasing gives back what was not settled, once", () => {
    const budget = createBudget({ calls: 3 });
    const hold = budget.open();
    hold.reserve(spend(3));
    hold.settle(spend(1), spend(1));
    hold.release();
    hold.release();
    expect(budget.open().reserve(spend(2))).toBeNull();
    expect(budget.open().reserve(spend(1))).not.toBeNull();
  });

  test("one debate can't free what another holds, even if it settles more than it set aside", () => {
    const budget = createBudget({ calls: 10 });
    const [one, other] = [budget.open(), budget.open()];
    one.reserve(spend(4));
    other.reserve(spend(6));
    one.settle(spend(9), spend(1));
    one.release();
    expect(budget.open().reserve(spend(4))).toMatchObject({ limit: "calls", spent: 7 });
    expect(budget.open().reserve(spend(3))).toBeNull();
  });

  test("settling after the release is still charged", () => {
    const budget = createBudget({ calls: 3 });
    const hold = budget.open();
    hold.reserve(spend(1));
    hold.release();
    hold.settle(spend(1), spend(1));
    expect(budget.spent().calls).toBe(1);
    expect(budget.open().reserve(spend(3))).not.toBeNull();
  });

  test("cents that don't add up exactly break no cap", () => {
    const hold = createBudget({ usd: 0.3 }).open();
    expect(hold.reserve(spend(1, 0, 0.1))).toBeNull();
    expect(hold.reserve(spend(1, 0, 0.2))).toBeNull();
    expect(hold.reserve(spend(1, 0, 0.001))).not.toBeNull();
  });

  test("time runs from the first opening, for all who share it", () => {
    let now = 1000;
    const budget = createBudget({ ms: 50 }, () => now);
    now = 5000;
    expect(budget.msLeft()).toBe(50);
    const hold = budget.open();
    now += 20;
    budget.open();
    expect(budget.msLeft()).toBe(30);
    expect(hold.reserve(spend(1))).toBeNull();
    now += 30;
    expect(budget.msLeft()).toBe(0);
    expect(hold.reserve(spend(1))).toEqual({ limit: "ms", cap: 50, spent: 50, needed: 1 });
    expect(budget.spent().ms).toBe(50);
  });

  test("without caps everything fits, and is counted all the same", () => {
    const budget = createBudget({});
    const hold = budget.open();
    expect(hold.reserve(spend(1e9, 1e12, 1e6))).toBeNull();
    hold.settle(spend(1e9, 1e12, 1e6), spend(1, 2, 3));
    expect(budget.spent()).toMatchObject({ calls: 1, tokens: 2, usd: 3 });
    expect(budget.msLeft()).toBe(Infinity);
  });
});

test("a clock that is set back gives nobody more time", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const budget = createBudget({ ms: 1000 });
  budget.open();
  const before = budget.msLeft();
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(budget.msLeft()).toBeLessThanOrEqual(before);
});
