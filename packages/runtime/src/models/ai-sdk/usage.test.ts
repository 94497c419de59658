import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { readCharge, readUsage } from "./usage.ts";

type Raw = NonNullable<LanguageModelV4Usage["raw"]>;

/** As the SDK reads a server of OpenAI's kind: what is missing is 0. */
const read = (raw?: Raw): LanguageModelV4Usage => ({
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
  ...(raw ? { raw } : {}),
});

describe("a figure that the server left out is unknown, not zero", () => {
  test.each<[Raw, object]>([
    [{}, { inputTokens: null, cachedInputTokens: null, outputTokens: null }],
    [{ total_tokens: 9 }, { inputTokens: null, cachedInputTokens: null, outputTokens: null }],
    [{ prompt_tokens: 0 }, { inputTokens: 0, cachedInputTokens: null, outputTokens: null }],
    [{ completion_tokens: 0 }, { inputTokens: null, cachedInputTokens: null, outputTokens: 0 }],
    [
      { prompt_tokens: 0, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
      { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
    ],
    [
      { prompt_tokens: 0, completion_tokens: 0, prompt_tokens_details: null },
      { inputTokens: 0, cachedInputTokens: null, outputTokens: 0 },
    ],
    [
      { completion_tokens: 0, completion_tokens_details: { reasoning_tokens: 0 } },
      { inputTokens: null, cachedInputTokens: null, outputTokens: 0, reasoningTokens: 0 },
    ],
  ])("%j", (raw, usage) => {
    expect(readUsage(read(raw))).toEqual(usage);
  });

  test("of other providers the SDK is believed", () => {
    const known = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0 };
    expect(readUsage(read())).toEqual(known);
    expect(readUsage(read({ promptTokenCount: 0, candidatesTokenCount: 0 }))).toEqual(known);
    // OpenAI's Responses API.
    expect(readUsage(read({ input_tokens: 0, output_tokens: 0, total_tokens: 0 }))).toEqual(known);
  });
});

test.each<[string, Raw, number | undefined]>([
  ["openrouter.chat", { cost: 0.0123 }, 0.0123],
  ["openrouter.chat", { cost: 0 }, 0],
  ["openrouter.chat", { cost: 0.0006, is_byok: true }, undefined],
  ["openrouter.chat", { cost: "free" }, undefined],
  ["openrouter.chat", {}, undefined],
  ["compat.chat", { cost: 0.0123 }, undefined],
])("%s that says %j charged %s", (provider, raw, charge) => {
  expect(readCharge(provider, read(raw))).toBe(charge);
});
