import fc from "fast-check";
import { expect, test } from "vitest";
import { Debate } from "@rostrum/runtime/api";
import type { DebateConfig, PanelSummary } from "@rostrum/core/protocol";
import { describeHealth, formatTypicalCost } from "./describe-panel.ts";

const usd = (typical: number | null, max: number | null) => ({ plan: { usd: { typical, max } } });

test.each([
  [usd(0.0033, 0.033), "about $0.0033"],
  [usd(0, 0), "free"],
  [usd(null, null), "price unknown"],
])("the typical cost of %j", (panel, expected) => {
  expect(formatTypicalCost(panel as PanelSummary)).toBe(expected);
});

const health = (failing: string[], able: number, replied = true) => ({
  members: [
    { name: "ada", model: "openai:gpt-5.5" },
    { name: "boole", model: "openai:gpt-5.5" },
    { name: "debater_2", model: "compat:llama@http://127.0.0.1:8000/v1" },
  ],
  missing: [],
  health: { members: 3, needed: 2, able, failing, replied },
});

test.each([
  [health([], 3), "ready", "Ready"],
  [health([], 3, false), "unknown", "Not asked lately"],
  [health(["debater_2"], 2), "some", "llama is failing: 2 of 3 can answer"],
  [health(["ada", "boole"], 1), "none", "Can't answer: gpt-5.5 is failing"],
  [health(["boole", "debater_2"], 1), "none", "Can't answer: gpt-5.5 and llama are failing"],
  [{ members: [], missing: [] }, "ready", "Ready"],
  [{ ...health([], 3), missing: ["Set OPENAI_API_KEY."] }, "none", "Not set up yet"],
])("the health of %j is %s", (panel, level, text) => {
  expect(describeHealth(panel as unknown as PanelSummary)).toEqual({ level, text });
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
        debaters: Array.from({ length: debaters }, (_, index) => ({ name: `d${index}`, model })),
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
