import { expect, test } from "vitest";
import type { PanelConfig } from "../options.ts";
import type { HealthState } from "./model-health.ts";
import { describePanelHealth } from "./panel-health.ts";

const model = (name: string): (() => string) =>
  Object.defineProperty(() => "Answer: 1", "name", { value: name });
const panel = (...names: string[]): PanelConfig => ({
  debaters: names.map((name) => ({ name, model: model(name) })),
});
const book = (states: Record<string, HealthState>) => ({
  findState: (id: string): HealthState => states[id.replace("function:", "")] ?? "unknown",
});

test.each([
  [{}, { able: 3, failing: [], replied: false }],
  [{ ada: "ok" }, { able: 3, failing: [], replied: true }],
  [
    { ada: "ok", boole: "failing" },
    { able: 2, failing: ["boole"], replied: true },
  ],
  [
    { ada: "failing", boole: "failing", curie: "failing" },
    { able: 0, failing: ["ada", "boole", "curie"], replied: false },
  ],
] as [Record<string, HealthState>, object][])("%j", (states, expected) => {
  const health = describePanelHealth(panel("ada", "boole", "curie"), book(states));
  expect(health).toMatchObject({ members: 3, ...expected });
});

test("a member whose fallback replies is able", () => {
  const config = {
    debaters: [
      { name: "ada", model: model("ada"), fallback: model("spare") },
      { name: "boole", model: model("boole") },
    ],
  } as PanelConfig;
  const states: Record<string, HealthState> = { ada: "failing", spare: "ok" };
  expect(describePanelHealth(config, book(states))).toMatchObject({ able: 2, failing: [] });
});

test("networks inside this process have no health of their own", () => {
  expect(describePanelHealth({ debaters: "embedded*3" }, book({}))).toBeNull();
});
