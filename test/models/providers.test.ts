import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Debate, type DebateConfig, type DebateEvent } from "../../packages/rostrum/src/index.ts";
import { parseModelId } from "../../packages/runtime/src/models/registry/parse-id.ts";
import { pricingFor } from "../../packages/runtime/src/models/registry/prices.ts";
import { wireServer, type WireReply, type WireRequest } from "../support/wire.ts";

const QUESTION = "Which is the largest moon of Saturn?";
const REPLY = "It is larger than Mercury.\nAnswer: Titan\nConfidence: 0.9";

beforeEach(() => {
  vi.stubEnv("ANTHROPIC_API_KEY", "key-of-anthropic");
  vi.stubEnv("OPENAI_API_KEY", "key-of-openai");
  vi.stubEnv("GEMINI_API_KEY", "key-of-google");
  vi.stubEnv("OPENROUTER_API_KEY", "key-of-openrouter");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Where a provider's address can't be set, its requests are led to the test's server. */
function lead(home: string, url: string): void {
  const real = fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    expect(address.startsWith(`${home}/`)).toBe(true);
    return real(`${url}${address.slice(new URL(home).origin.length)}`, init);
  });
}

/** Every key but its own is looked for in all that was sent. */
function onlyKey(owner: string, received: readonly WireRequest[]): void {
  for (const { bytes } of received) {
    const keys = new Set(bytes.match(/key-of-\w+/g));
    expect(keys).toEqual(new Set([`key-of-${owner}`]));
  }
}

/** What the price list says of so many tokens. */
function listed(
  id: string,
  tokens: { input: number; output: number; cachedInput?: number; cacheWrite?: number },
): number {
  const price = pricingFor(parseModelId(id, "id"));
  return price?.({ cachedInput: 0, cacheWrite: 0, reasoning: 0, ...tokens }) ?? Number.NaN;
}

function panel(id: string, more: Partial<DebateConfig> = {}): Debate {
  return new Debate({ debaters: [id, id], rounds: 0, ...more });
}

describe("anthropic/…", () => {
  const usage = {
    input_tokens: 100,
    cache_creation_input_tokens: 700,
    cache_read_input_tokens: 2000,
    output_tokens: 50,
  };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-haiku-4-5",
    content: [{ type: "text", text: REPLY }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage,
  };
  const cost = listed("anthropic/claude-haiku-4-5", {
    input: 2800,
    cacheWrite: 700,
    cachedInput: 2000,
    output: 50,
  });

  test("the bytes on the wire, and what they cost", async () => {
    await using server = await wireServer(() => ({ body: message }));
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    const result = await panel("anthropic/claude-haiku-4-5").run(QUESTION);
    expect(result.answer).toBe("Titan");
    const [first] = server.received;
    expect(first).toMatchObject({ method: "POST", path: "/v1/messages" });
    expect(first?.headers).toMatchObject({
      "x-api-key": "key-of-anthropic",
      "anthropic-version": expect.any(String),
    });
    expect(first?.body).toMatchObject({ model: "claude-haiku-4-5", max_tokens: 2048 });
    onlyKey("anthropic", server.received);
    expect(result.rounds[0]?.positions[0]?.usage).toMatchObject({
      inputTokens: 2800,
      cachedInputTokens: 2000,
      cacheWriteTokens: 700,
      outputTokens: 50,
    });
    expect(result.costUsd).toBeCloseTo(2 * cost, 12);
  });

  test("each prompt is marked to be cached up to its last turn, so that revisions read it", async () => {
    await using server = await wireServer(() => ({ body: message }));
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    const debate = panel("anthropic/claude-haiku-4-5", {
      rounds: 1,
      revise: "everyone",
      stop: "never",
    });
    await debate.run(QUESTION);
    const marked = server.received.map(({ body }) =>
      (body["messages"] as { content: { cache_control?: object }[] }[]).map(
        ({ content }) => content.at(-1)?.cache_control,
      ),
    );
    const here = { type: "ephemeral" };
    expect(marked).toEqual([
      [here],
      [here],
      [undefined, undefined, here],
      [undefined, undefined, here],
    ]);
  });

  test("streams", async () => {
    const data = (event: object): string => `data: ${JSON.stringify(event)}`;
    const piece = (text: string): string =>
      data({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } });
    await using server = await wireServer(() => ({
      body: [
        data({ type: "message_start", message: { ...message, content: [], stop_reason: null } }),
        data({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
        piece("Answer: "),
        piece("Titan"),
        data({ type: "content_block_stop", index: 0 }),
        data({
          type: "message_delta",
          delta: { stop_reason: "end_turn" },
          usage: { output_tokens: 50 },
        }),
        data({ type: "message_stop" }),
      ],
    }));
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    const stream = panel("anthropic/claude-haiku-4-5").stream(QUESTION);
    const events: DebateEvent[] = [];
    for await (const event of stream) events.push(event);
    const deltas = events.flatMap((event) =>
      event.type === "debate.delta" && event.source === "debater_0" && event.text
        ? [event.text]
        : [],
    );
    expect(deltas).toEqual(["Answer: ", "Titan"]);
    expect((await stream.result).costUsd).toBeCloseTo(2 * cost, 12);
  });

  test("its error reaches the user: the body's message, status and request id", async () => {
    const refusal: WireReply = {
      status: 400,
      headers: { "request-id": "req_011" },
      body: {
        type: "error",
        error: { type: "invalid_request_error", message: "Your credit balance is too low" },
      },
    };
    await using server = await wireServer(() => refusal);
    vi.stubEnv("ANTHROPIC_BASE_URL", `${server.url}/v1`);
    const run = panel("anthropic/claude-haiku-4-5").run(QUESTION);
    await expect(run).rejects.toMatchObject({
      partial: {
        integrity: {
          dropped: [
            { error: "Your credit balance is too low (status 400, request req_011)" },
            { error: "Your credit balance is too low (status 400, request req_011)" },
          ],
        },
        costUsd: 0,
        usage: { calls: 2 },
      },
    });
  });
});

test("openai/…: the Responses API, with reasoning billed as output", async () => {
  await using server = await wireServer(() => ({
    body: {
      id: "resp_1",
      created_at: 1,
      model: "gpt-5-mini",
      output: [
        {
          id: "msg_1",
          type: "message",
          role: "assistant",
          content: [{ type: "output_text", text: REPLY, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: 1000,
        input_tokens_details: { cached_tokens: 600 },
        output_tokens: 300,
        output_tokens_details: { reasoning_tokens: 250 },
      },
    },
  }));
  vi.stubEnv("OPENAI_BASE_URL", `${server.url}/v1`);
  const result = await panel("openai/gpt-5-mini").run(QUESTION);
  expect(result.answer).toBe("Titan");
  expect(server.received[0]).toMatchObject({
    path: "/v1/responses",
    headers: { authorization: "Bearer key-of-openai" },
    body: { model: "gpt-5-mini", max_output_tokens: 16_384 },
  });
  onlyKey("openai", server.received);
  const usage = {
    inputTokens: 1000,
    cachedInputTokens: 600,
    outputTokens: 300,
    reasoningTokens: 250,
  };
  expect(result.rounds[0]?.positions[0]?.usage).toMatchObject(usage);
  const cost = listed("openai/gpt-5-mini", { input: 1000, cachedInput: 600, output: 300 });
  expect(result.costUsd).toBeCloseTo(2 * cost, 12);
});

test("google/…: thoughts are output too", async () => {
  await using server = await wireServer(() => ({
    body: {
      candidates: [{ content: { role: "model", parts: [{ text: REPLY }] }, finishReason: "STOP" }],
      usageMetadata: {
        promptTokenCount: 1000,
        cachedContentTokenCount: 400,
        candidatesTokenCount: 50,
        thoughtsTokenCount: 150,
        totalTokenCount: 1200,
      },
    },
  }));
  lead("https://generativelanguage.googleapis.com/v1beta", server.url);
  const result = await panel("google/gemini-2.5-flash").run(QUESTION);
  expect(result.answer).toBe("Titan");
  expect(server.received[0]).toMatchObject({
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    headers: { "x-goog-api-key": "key-of-google" },
    body: { generationConfig: { maxOutputTokens: 16_384 } },
  });
  onlyKey("google", server.received);
  expect(result.rounds[0]?.positions[0]?.usage).toMatchObject({
    inputTokens: 1000,
    cachedInputTokens: 400,
    outputTokens: 200,
    reasoningTokens: 150,
  });
  const cost = listed("google/gemini-2.5-flash", { input: 1000, cachedInput: 400, output: 200 });
  expect(result.costUsd).toBeCloseTo(2 * cost, 12);
});

test("openrouter/…: what it says it charged counts, not the list", async () => {
  await using server = await wireServer(() => ({
    body: {
      id: "gen-1",
      created: 1,
      model: "openai/gpt-5-mini",
      choices: [
        { index: 0, message: { role: "assistant", content: REPLY }, finish_reason: "stop" },
      ],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.004 },
    },
  }));
  lead("https://openrouter.ai/api/v1", server.url);
  const result = await panel("openrouter/openai/gpt-5-mini").run(QUESTION);
  expect(server.received[0]).toMatchObject({
    path: "/api/v1/chat/completions",
    headers: { authorization: "Bearer key-of-openrouter" },
    body: { model: "openai/gpt-5-mini" },
  });
  onlyKey("openrouter", server.received);
  expect(result.costUsd).toBeCloseTo(0.008, 12);
});

describe("a missing key or price is told before the first call", () => {
  test.each([
    [
      "anthropic",
      "ANTHROPIC_API_KEY",
      "Missing API key: ANTHROPIC_API_KEY (for anthropic/some-model)",
    ],
    ["openai", "OPENAI_API_KEY", "Missing API key: OPENAI_API_KEY (for openai/some-model)"],
    [
      "google",
      "GEMINI_API_KEY",
      "Missing API key: GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY (for google/some-model)",
    ],
    [
      "openrouter",
      "OPENROUTER_API_KEY",
      "Missing API key: OPENROUTER_API_KEY (for openrouter/some-model)",
    ],
  ])("%s", async (provider, variable, words) => {
    vi.stubEnv(variable, "");
    vi.stubGlobal("fetch", () => Promise.reject(new Error("nobody is to be called")));
    const mixed = new Debate({
      debaters: ["embedded", `${provider}/some-model`],
      rounds: 0,
    });
    await expect(mixed.run("What is 1+1?")).rejects.toMatchObject({
      name: "ConfigError",
      field: "debaters[1].model",
      message: expect.stringContaining(words),
    });
  });

  test("it may be set later in the same process", async () => {
    await using server = await wireServer(() => ({ status: 400, body: {} }));
    vi.stubEnv("OPENAI_BASE_URL", server.url);
    vi.stubEnv("OPENAI_API_KEY", "");
    const debate = panel("openai/gpt-5-mini");
    await expect(debate.run(QUESTION)).rejects.toMatchObject({ name: "ConfigError" });
    vi.stubEnv("OPENAI_API_KEY", "key-of-openai");
    await expect(debate.run(QUESTION)).rejects.toMatchObject({ name: "PanelFailedError" });
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ["a model the list doesn't know", { debaters: ["openai/no-such-model", "openai/gpt-5-mini"] }],
    ["a server given by address", { debaters: ["compat:x@http://127.0.0.1:1/v1*2"] }],
    [
      "a fallback",
      { debaters: [{ model: "openai/gpt-5-mini", fallback: "openai/none" }, "embedded"] },
    ],
    ["a judge", { debaters: ["embedded*2"], judge: "openai/no-such-model" }],
    ["a router", { debaters: ["embedded*2"], route: { type: "confident", model: "openai/none" } }],
  ] as [string, DebateConfig][])("a usd budget with no price for %s", async (_, config) => {
    expect(() => new Debate({ ...config, budget: { usd: 1 } })).toThrow(
      "budget.usd: expected a known price for every model",
    );
    expect((await new Debate(config).plan()).usd.max).toBeNull();
  });
});
