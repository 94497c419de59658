import type { LanguageModel } from "ai";
import { expect, test } from "vitest";
import {
  ConfigError,
  debate,
  Debate,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";

const price = { input: 1, output: 1 };
const compare = (): string =>
  '{"groups":[{"items":[1],"label":"boat"},{"items":[2],"label":"train"}]}';
const config: DebateConfig = {
  debaters: ["use the red boat", "take a blue train"].map((answer) => ({
    model: () => `Answer: ${answer}`,
    price,
  })),
  rounds: 0,
  budget: { usd: 1 },
};

test("under a cap in dollars, a model named in `compare` needs a price", async () => {
  await expect(debate("q", { ...config, compare })).rejects.toThrow(ConfigError);
  await expect(debate("q", { ...config, compare })).rejects.toThrow(
    /budget\.usd: expected a known price for every model, got none for comparer/,
  );
  const priced = await debate("q", { ...config, compare: { model: compare, price } });
  expect(priced.integrity.compared).toEqual({ asked: 1, failed: 0, skipped: 0 });
});

test("one that `auto` chose is skipped, and the plan and the result name the missing price", async () => {
  const unpriced: Exclude<LanguageModel, string> = {
    specificationVersion: "v4",
    provider: "local",
    modelId: "unpriced",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("it must not be called")),
    doStream: () => Promise.reject(new Error("it must not be called")),
  };
  // Nobody asks this judge for a verdict.
  const judged: DebateConfig = { ...config, judge: unpriced, decide: "majority" };
  const warning = expect.stringMatching(/are not compared: the price of .*unpriced is unknown/);
  expect((await new Debate(judged).plan("q")).warnings).toContainEqual(warning);
  const result = await debate("q", judged);
  expect(result.warnings).toContainEqual(warning);
  expect(result.integrity.compared).toEqual({ asked: 0, failed: 0, skipped: 1 });
});
