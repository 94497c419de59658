import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutCalls } from "./lay-out-calls.ts";

const call = fc.record({
  startedAt: fc.option(fc.integer({ min: 0, max: 4e6 }), { nil: null }),
  durationMs: fc.option(fc.integer({ min: 0, max: 4e6 }), { nil: null }),
});

test("every call with a time lies on the axis, and ticks lie apart", () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 12 }), (calls) => {
      const { bars, ticks } = layOutCalls(calls);
      expect(bars).toHaveLength(calls.length);
      bars.forEach((bar, index) => {
        expect(bar === null).toBe(calls[index]?.startedAt === null);
        if (!bar) return;
        expect(bar.start).toBeGreaterThanOrEqual(0);
        expect(bar.start + bar.width).toBeLessThanOrEqual(1 + 1e-9);
      });
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
    }),
  );
});

test("ticks are round numbers", () => {
  const { ticks } = layOutCalls([{ startedAt: 1000, durationMs: 79_000 }]);
  expect(ticks.map(({ label }) => label)).toEqual(["0 s", "30 s", "60 s"]);
});
