import fc from "fast-check";
import { expect, test } from "vitest";
import { Debate } from "@rostrum/core/api";
import type { DebateConfig } from "@rostrum/core/protocol";
import { describePrice } from "./panel-picker.tsx";

const plan = (typical: number, max: number, usd: number | null) => ({
  plan: {
    calls: { min: 1, typical, max },
    tokens: { typical: 1, max: 1 },
    usd: { typical: usd && usd / 10, max: usd },
    warnings: [],
  },
});

test.each([
  [plan(6, 12, 0.033), "about $0.0033, at most $0.033 · usually 6 calls, at most 12"],
  [plan(1, 1, 0), "free · usually 1 call"],
  [plan(9, 9, null), "price unknown · usually 9 calls"],
])("%j", (panel, expected) => {
  expect(describePrice(panel)).toBe(expected);
});

test("what is usual is never more than the most, whatever the panel is", async () => {
  const config = fc.record({
    debaters: fc.integer({ min: 2, max: 6 }),
    rounds: fc.integer({ min: 0, max: 4 }),
    judged: fc.boolean(),
    crux: fc.boolean(),
    report: fc.constantFrom("none", "claims", "memo"),
    answer: fc.constantFrom("auto", "text", "number", "choice"),
    clarify: fc.integer({ min: 0, max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(config, async ({ debaters, judged, clarify, ...rest }) => {
      const model = (): string => "Answer: 1";
      const panel = new Debate({
        ...rest,
        debaters: Array.from({ length: debaters }, (_, at) => ({ name: `d${at}`, model })),
        ...(judged ? { judge: model } : {}),
        ...(rest.crux ? { crux: { model } } : {}),
        ...(rest.report === "none" ? {} : { report: { type: rest.report, model } }),
        limits: { clarify },
      } as unknown as DebateConfig);
      const { calls, tokens } = await panel.plan("Why?");
      expect(calls.min).toBeLessThanOrEqual(calls.typical);
      expect(calls.typical).toBeLessThanOrEqual(calls.max);
      expect(tokens.typical).toBeLessThanOrEqual(tokens.max);
    }),
  );
});
