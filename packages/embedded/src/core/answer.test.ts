import { beforeAll, describe, expect, it } from "vitest";
import { loadFile } from "../load-file.ts";
import { bestKernel, loadNetwork } from "../networks.ts";
import { locateWeights } from "../location.ts";
import { answer, answerInSlices, type AnswerJob } from "./answer.ts";
import { createNetwork, type Network } from "./network.ts";

const job: AnswerJob = { prompt: "Q77*35*86+12\nA", temperature: 0.8, seed: 5, maxTokens: 96 };
let network: Network;

beforeAll(async () => {
  network = await loadNetwork("xs-1");
});

describe("answer", () => {
  it("says the same for a seed, and different things for others", () => {
    const said = (seed: number): string => answer(network, { ...job, seed }).text;
    expect(said(5)).toBe(said(5));
    expect(new Set(Array.from({ length: 30 }, (_, seed) => said(seed))).size).toBeGreaterThan(1);
  });

  it("does not remember the question before", () => {
    const first = answer(network, job);
    answer(network, { ...job, prompt: "Q1+1\nA" });
    expect(answer(network, job)).toEqual(first);
  });

  it("says the same whether or not it has just read the beginning of the prompt", async () => {
    const prompts = ["Q77*35*86+12\nA", "Q77*35*86+1\nA", "Q77*35*86+12\nY12#12\nA", "Q7", "Q77*3"];
    const fresh = async (prompt: string) =>
      answer(createNetwork(await loadFile(locateWeights("xs-1")), bestKernel), { ...job, prompt });
    const expected = new Map<string, unknown>();
    for (const prompt of prompts) expected.set(prompt, await fresh(prompt));
    for (const first of prompts) {
      for (const second of prompts) {
        expect(answer(network, { ...job, prompt: first })).toEqual(expected.get(first));
        expect(answer(network, { ...job, prompt: second })).toEqual(expected.get(second));
      }
    }
  });

  it("works a sum out in the form it was taught", () => {
    const easy = answer(network, { ...job, prompt: "Q12+15*21+0-3*27\nA", temperature: 0 });
    expect(easy.text).toBe("15*21=315;3*27=81;12+315=327;327+0=327;327-81=246#246");
    expect(easy).toMatchObject({ promptTokens: 18, answerTokens: 54, finished: true });
    expect(Math.exp(easy.logProbability)).toBeGreaterThan(0.9);
  });

  it("stops at the limit and says that it was cut off", () => {
    const cut = answer(network, { ...job, maxTokens: 10 });
    expect(cut).toMatchObject({ answerTokens: 10, finished: false });
    expect(answer(network, job).text.startsWith(cut.text)).toBe(true);
  });

  it("tells the text in slices as it grows", () => {
    const slices = answerInSlices(network, job);
    let heard = "";
    for (;;) {
      const { done, value } = slices.next();
      if (done) {
        expect(value.text).toBe(heard);
        expect(value).toEqual(answer(network, job));
        return;
      }
      heard += value;
    }
  });

  it("refuses characters it has no token for, and prompts beyond its memory", () => {
    expect(() => answer(network, { ...job, prompt: "Q1+x\nA" })).toThrow(
      '"x" is not in the vocabulary',
    );
    expect(() => answer(network, { ...job, prompt: "1".repeat(2000) })).toThrow("don't fit");
  });
});
