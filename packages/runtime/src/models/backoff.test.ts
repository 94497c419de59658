import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ModelError } from "@rostrum/core/support";
import type { ModelPort, ModelRequest } from "@rostrum/core/protocol";
import { callWithRetries } from "./retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Trouble {
  retries: number;
  timeoutMs: number;
  random: number;
}

/** The pauses between the attempts of a call that always fails. */
async function pausesOf({ retries, timeoutMs, random }: Trouble): Promise<number[]> {
  const times: number[] = [];
  const failing: ModelPort = {
    source: "function",
    id: "failing",
    pricing: null,
    generate: () => {
      times.push(Date.now());
      return Promise.reject(new ModelError("down", { status: 503 }));
    },
  };
  const outcome = callWithRetries(
    { model: failing, pricing: null },
    { stepId: "x" } as ModelRequest,
    {
      retries,
      timeoutMs: () => timeoutMs,
      cancellation: { ended: false, reason: undefined, onEnd: () => () => undefined },
      settle: () => undefined,
      reserveRetry: () => true,
      random: () => random,
    },
  );
  await vi.runAllTimersAsync();
  expect(await outcome).toMatchObject({ reply: null, error: "down", attempts: retries + 1 });
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test("pauses double, are drawn from the upper half, and end at half a minute", async () => {
  const trouble = { retries: 9, timeoutMs: 120_000 };
  expect(await pausesOf({ ...trouble, random: 1 })).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(await pausesOf({ ...trouble, random: 0 })).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ]);
});

test("no pause is longer than half a minute, or than a call may take", async () => {
  const trouble = fc.record({
    retries: fc.integer({ min: 0, max: 12 }),
    timeoutMs: fc.integer({ min: 1, max: 200_000 }),
    random: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(trouble, async (given) => {
      for (const [tries, pause] of (await pausesOf(given)).entries()) {
        const longest = Math.min(30_000, 500 * 2 ** tries, given.timeoutMs);
        // Timers count whole milliseconds.
        expect(pause).toBeGreaterThanOrEqual(Math.floor(longest / 2));
        expect(pause).toBeLessThanOrEqual(Math.max(1, longest));
      }
    }),
  );
});
