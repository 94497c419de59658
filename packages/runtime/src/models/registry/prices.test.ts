import { calcPrice } from "@pydantic/genai-prices";
import { describe, expect, test } from "vitest";
import type { BilledTokens, Pricing } from "@rostrum/core/protocol";
import { parseModelId } from "./parse-id.ts";
import { contextWindow, listedPricing, pricingFor } from "./prices.ts";

const TOKENS: BilledTokens = {
  input: 10_000,
  cachedInput: 6000,
  cacheWrite: 1000,
  output: 500,
  reasoning: 200,
};

function priceOf(id: string): Pricing {
  const pricing = pricingFor(parseModelId(id, "x"));
  if (pricing === null) throw new Error(`${id} has no price`);
  return pricing;
}

/** What the list itself says of a model, in USD a million tokens. */
function rates(provider: string, model: string): Record<string, number> {
  const found = calcPrice({ input_tokens: 1 }, model, { providerId: provider });
  return found?.model_price as Record<string, number>;
}

describe("the list's price", () => {
  test("counts cached input, cache writes and the rest at their own rates", () => {
    const rate = rates("anthropic", "claude-haiku-4-5");
    const { input_mtok = 0, cache_read_mtok = 0, cache_write_mtok = 0, output_mtok = 0 } = rate;
    expect(new Set([input_mtok, cache_read_mtok, cache_write_mtok]).size).toBe(3);
    expect(priceOf("anthropic/claude-haiku-4-5")(TOKENS)).toBeCloseTo(
      (3000 * input_mtok + 6000 * cache_read_mtok + 1000 * cache_write_mtok + 500 * output_mtok) /
        1e6,
      12,
    );
  });

  test("counts reasoning as output, which includes it", () => {
    const { input_mtok = 0, output_mtok = 0 } = rates("openai", "gpt-5-mini");
    const tokens = { input: 100, cachedInput: 0, cacheWrite: 0, output: 500, reasoning: 200 };
    expect(priceOf("openai/gpt-5-mini")(tokens)).toBeCloseTo(
      (100 * input_mtok + 500 * output_mtok) / 1e6,
      12,
    );
  });

  test("counts reasoning at a rate of its own where the model has one", () => {
    const rate = rates("openrouter", "perplexity/sonar-deep-research");
    const { output_mtok = 0, output_reasoning_mtok = 0 } = rate;
    expect(output_reasoning_mtok).not.toBe(output_mtok);
    const tokens = { input: 0, cachedInput: 0, cacheWrite: 0, output: 500, reasoning: 200 };
    expect(priceOf("openrouter/perplexity/sonar-deep-research")(tokens)).toBeCloseTo(
      (300 * output_mtok + 200 * output_reasoning_mtok) / 1e6,
      12,
    );
  });

  test("rises with the length of the prompt where the provider's does", () => {
    const price = priceOf("google/gemini-2.5-pro");
    const long = { input: 400_000, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
    expect(price(long)).toBeGreaterThan(2 * price({ ...long, input: 200_000 }));
  });
});

test.each([
  "openai/no-such-model",
  "anthropic/claude-9000",
  "compat:gpt-5-mini@http://localhost:1/v1",
])("%s has no price, not somebody else's", (id) => {
  expect(pricingFor(parseModelId(id, "x"))).toBeNull();
});

test("a local server charges nothing; a model that only bears its name may", () => {
  expect(priceOf("ollama/llama3.2")(TOKENS)).toBe(0);
  expect(listedPricing({ provider: "ollama", model: "llama3.2" })).toBeNull();
  expect(listedPricing({ provider: "constructor", model: "x" })).toBeNull();
});

test("the context window, where the list knows it", () => {
  expect(contextWindow(parseModelId("anthropic/claude-haiku-4-5", "x"))).toBe(200_000);
  expect(contextWindow(parseModelId("openai/no-such-model", "x"))).toBeNull();
  expect(contextWindow(parseModelId("ollama/llama3.2", "x"))).toBeNull();
});
