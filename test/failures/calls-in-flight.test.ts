import { expect, test } from "vitest";
import {
  ConfigError,
  Debate,
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { answering } from "../support/panel.ts";

test.each<[string, ModelRequest["role"], Partial<DebateConfig<unknown>>]>([
  ["ballots", "ballot", { decide: "ranked" }],
  ["reports of a review", "debater", { answer: "findings" }],
])("%s in flight are stored when another call ends the run", async (_what, role, config) => {
  const journal = memoryJournal();
  const refusing = ({ role: asked }: ModelRequest): string => {
    if (asked === role) throw new ConfigError("model", "it is not set up");
    return answering("1");
  };
  const slow = async ({ role: asked }: ModelRequest): Promise<string> => {
    if (asked === role) for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    return answering("2");
  };
  const debaters = [refusing, slow, slow].map((model, index) => ({ name: `m${index}`, model }));
  const panel = new Debate<unknown>({ rounds: 0, ...config, debaters, journal });
  await expect(panel.run("Which?", { id: "run" })).rejects.toThrow("it is not set up");
  const steps = [...((await journal.read("run"))?.steps ?? [])];
  const begun = steps.filter(([stepId]) => stepId.includes(role));
  expect(begun.filter(([, { outcome }]) => outcome).length).toBe(2);
});
