import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { answer } from "../src/core/answer.ts";
import { createNetwork } from "../src/core/network.ts";
import { plainKernel } from "../src/core/plain-kernel.ts";
import { loadFile } from "../src/load-file.ts";
import { bestKernel } from "../src/networks.ts";
import { VARIANTS } from "../src/ids.ts";
import { locateWeights } from "../src/location.ts";
import { LIMITS } from "../src/words/limits.ts";

/** What the training framework answered, greedily, to a hundred prompts of all kinds. */
interface Reference {
  prompt: string;
  greedy: string;
  logProbability: number;
}

const referenceOf = async (variant: string): Promise<Reference[]> =>
  JSON.parse(
    await readFile(new URL(`../training/reference/${variant}.json`, import.meta.url), "utf8"),
  ) as Reference[];

const greedily = (prompt: string) => ({ prompt, temperature: 0, seed: 0, maxTokens: 96 });

describe.each(VARIANTS)("%s", (variant) => {
  it("answers 100 prompts as the training framework does", async () => {
    const network = createNetwork(await loadFile(locateWeights(variant)), bestKernel);
    expect(network.kernel).toBe("wasm");
    const references = await referenceOf(variant);
    expect(references).toHaveLength(100);
    for (const { prompt, greedy, logProbability } of references) {
      const said = answer(network, greedily(prompt));
      expect(said.text).toBe(greedy);
      expect(said.logProbability).toBeCloseTo(logProbability, 3);
    }
  });

  it("answers the same without WebAssembly, to the last bit", async () => {
    const file = await loadFile(locateWeights(variant));
    const [fast, plain] = [createNetwork(file, bestKernel), createNetwork(file, plainKernel)];
    const references = await referenceOf(variant);
    for (const [seed, { prompt }] of references.filter((_, index) => index % 20 === 7).entries()) {
      const job = { prompt, temperature: 0.8, seed, maxTokens: 96 };
      expect(answer(plain, job)).toEqual(answer(fast, job));
    }
  });

  it("was trained for what the debater accepts", async () => {
    const { settings } = createNetwork(await loadFile(locateWeights(variant)), bestKernel);
    expect(settings).toMatchObject({ maxAnswer: LIMITS.answerTokens, maxPeers: LIMITS.peers });
  });
});

it("the weights stay within 3.5 MB together", async () => {
  const files = await Promise.all(VARIANTS.map((variant) => loadFile(locateWeights(variant))));
  expect(files.reduce((sum, file) => sum + file.byteLength, 0)).toBeLessThanOrEqual(3_500_000);
});
