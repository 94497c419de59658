import { describe, expect, test } from "vitest";
import { buildReasoningOptions } from "./ai-sdk/reasoning-options.ts";
import { isReasoner, chooseOutputLimit } from "./reasoning.ts";

describe("models that reason get room for it", () => {
  test.each([
    ..."o1 o3-mini o4-mini gpt-5 gpt-5-mini gpt-5.2 gpt-oss-120b openai/gpt-oss-20b".split(" "),
    ..."gemini-2.5-flash gemini-3-pro-preview claude-opus-5 claude-sonnet-5-5".split(" "),
    ..."anthropic/claude-3.7-sonnet:thinking deepseek-r1 deepseek-r1:8b deepseek-reasoner".split(
      " ",
    ),
    ..."deepseek-ai/DeepSeek-R1 qwq qwq-32b qwen3:8b qwen3-235b-a22b-thinking-2507".split(" "),
    ..."grok-3-mini grok-4 grok-4-fast-reasoning magistral-medium-latest glm-4.6".split(" "),
    ..."kimi-k2-thinking phi4-reasoning minimax-m2".split(" "),
  ])("%s reasons", (model) => {
    expect(isReasoner(model)).toBe(true);
  });

  test.each([
    ..."gpt-4o gpt-4.1 gpt-5-chat-latest gemini-2.0-flash claude-sonnet-4-5 claude-3-5-haiku".split(
      " ",
    ),
    ..."claude-sonnet-4-20250514 deepseek-chat llama3.2 qwen2.5:7b qwen3-coder".split(" "),
    ..."grok-3 grok-4-fast-non-reasoning mistral-large-latest ministral-8b olmo-2 tiny".split(" "),
  ])("%s answers at once", (model) => {
    expect(isReasoner(model)).toBe(false);
  });

  const plain = {
    model: {},
    fallback: null,
    reasoningEffort: undefined,
    providerOptions: undefined,
  };

  test.each([
    [plain, 2048],
    [{ ...plain, model: { reasons: true } }, 16_384],
    [{ ...plain, fallback: { model: { reasons: true } } }, 16_384],
    [{ ...plain, reasoningEffort: "low" }, 16_384],
    [{ ...plain, model: { reasons: true }, reasoningEffort: "none" }, 2048],
    [{ ...plain, providerOptions: { anthropic: { thinking: { type: "adaptive" } } } }, 16_384],
    [{ ...plain, providerOptions: { anthropic: { thinking: { type: "disabled" } } } }, 2048],
    [{ ...plain, providerOptions: { openai: { serviceTier: "flex" } } }, 2048],
  ])("%j may write %d tokens", (thinker, room) => {
    expect(chooseOutputLimit(thinker)).toBe(room);
  });
});

describe("an effort is passed to each provider, and never raises the output limit", () => {
  const claude = { provider: "anthropic.messages", modelId: "claude-sonnet-4-5" };

  test("the AI SDK's own option, where the provider counts reasoning as output", () => {
    const wanted = { maxOutputTokens: 4000, reasoningEffort: "high" as const };
    for (const provider of ["openai.responses", "google.generative-ai", "openrouter.chat"]) {
      expect(buildReasoningOptions({ provider, modelId: "x" }, wanted)).toEqual({
        maxOutputTokens: 4000,
        reasoning: "high",
      });
    }
    const adaptive = { provider: "anthropic.messages", modelId: "claude-opus-4-6" };
    expect(buildReasoningOptions(adaptive, wanted)).toEqual({
      maxOutputTokens: 4000,
      reasoning: "high",
    });
  });

  test("a thinking budget is part of the limit, which the SDK would add it to", () => {
    expect(
      buildReasoningOptions(claude, { maxOutputTokens: 10_000, reasoningEffort: "medium" }),
    ).toEqual({
      maxOutputTokens: 6000,
      providerOptions: { anthropic: { thinking: { type: "enabled", budgetTokens: 4000 } } },
    });
    const providerOptions = { anthropic: { thinking: { type: "enabled", budgetTokens: 2000 } } };
    expect(
      buildReasoningOptions(claude, {
        maxOutputTokens: 5000,
        providerOptions,
        reasoningEffort: "max",
      }),
    ).toEqual({ maxOutputTokens: 3000, providerOptions });
  });

  test("none, and a limit too small for any thinking, leave the options alone", () => {
    expect(buildReasoningOptions(claude, { maxOutputTokens: 800, reasoningEffort: "low" })).toEqual(
      {
        maxOutputTokens: 800,
        reasoning: "low",
      },
    );
    expect(
      buildReasoningOptions(claude, { maxOutputTokens: 8000, reasoningEffort: "none" }),
    ).toEqual({
      maxOutputTokens: 8000,
      reasoning: "none",
    });
  });
});
