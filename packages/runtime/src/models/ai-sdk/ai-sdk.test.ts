import {
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4FinishReason,
  type LanguageModelV4GenerateResult,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
  APICallError,
} from "@ai-sdk/provider";
import { jsonSchema, tool } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { ConfigError } from "@rostrum/core/support";
import { Debate, debate } from "../../api/debate.ts";
import type { DebateEvent } from "@rostrum/core/protocol";

const QUESTION = "What is the answer?";

const stop: LanguageModelV4FinishReason = { unified: "stop", raw: "end_turn" };
const usage: LanguageModelV4Usage = {
  inputTokens: { total: 20, noCache: 15, cacheRead: 5, cacheWrite: 2 },
  outputTokens: { total: 7, text: 4, reasoning: 3 },
};
const said = (text: string, more: object = {}): LanguageModelV4GenerateResult => ({
  content: [{ type: "text", text }],
  finishReason: stop,
  usage,
  warnings: [],
  ...more,
});

/** A model written by hand, without any help from the SDK. */
function handmade(
  doGenerate: LanguageModelV4["doGenerate"],
): LanguageModelV4 & { calls: LanguageModelV4CallOptions[] } {
  const calls: LanguageModelV4CallOptions[] = [];
  return {
    specificationVersion: "v4",
    provider: "acme.chat",
    modelId: "large-1",
    supportedUrls: {},
    calls,
    doGenerate(options) {
      calls.push(options);
      return doGenerate(options);
    },
    doStream: () => Promise.reject(new Error("nobody listens")),
  };
}

const steady = (text: string): MockLanguageModelV4 =>
  new MockLanguageModelV4({ doGenerate: said(text) });

describe("generate", () => {
  test("the request in the SDK's words", async () => {
    const model = handmade(async () => said("red"));
    const debater = {
      model,
      temperature: 0.4,
      maxOutputTokens: 99,
      providerOptions: { acme: { effort: "low" } },
    };
    await debate(QUESTION, { debaters: [debater, steady("red")], rounds: 0 });
    const [call] = model.calls;
    expect(call).toMatchObject({
      temperature: 0.4,
      maxOutputTokens: 99,
      providerOptions: { acme: { effort: "low" } },
      seed: expect.any(Number),
    });
    expect(call?.abortSignal).toBeInstanceOf(AbortSignal);
    expect(call?.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(call?.prompt[1]?.content).toMatchObject([
      { type: "text", text: expect.stringContaining(QUESTION) },
    ]);
  });

  test("nothing is sent that was not asked for", async () => {
    const model = handmade(async () => said("red"));
    await debate(QUESTION, { debaters: [model, model], rounds: 0 });
    expect(model.calls[0]).not.toHaveProperty("temperature");
    expect(model.calls[0]).not.toHaveProperty("providerOptions");
    expect(model.calls[0]?.maxOutputTokens).toBe(2048);
  });

  test("revisions are appended turns", async () => {
    const model = handmade(async ({ prompt }) => said(`turn ${prompt.length}`));
    await debate(QUESTION, {
      debaters: [model, steady("blue")],
      compare: "rules",
      rounds: 1,
      stop: "never",
    });
    expect(model.calls[1]?.prompt.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
    expect(model.calls[1]?.prompt.slice(0, 2)).toEqual(model.calls[0]?.prompt);
  });

  test("text parts are joined, reasoning and other parts are no answer", async () => {
    const content: LanguageModelV4GenerateResult["content"] = [
      { type: "reasoning", text: "Answer: blue" },
      { type: "text", text: "Answer: " },
      { type: "text", text: "red" },
    ];
    const model = handmade(async () => said("", { content }));
    const result = await debate(QUESTION, { debaters: [model, model], rounds: 0 });
    expect(result).toMatchObject({ answer: "red", text: "Answer: red" });
  });

  test("usage and its parts; what the provider left out is unknown", async () => {
    const full = await debate(QUESTION, { debaters: [steady("red"), steady("red")], rounds: 0 });
    expect(full.usage).toEqual({
      calls: 2,
      inputTokens: 40,
      cachedInputTokens: 10,
      cacheWriteTokens: 4,
      outputTokens: 14,
      reasoningTokens: 6,
    });
    expect(full.rounds[0]?.positions[0]?.usage).toMatchObject({ reasoningTokens: 3 });
    const none: LanguageModelV4Usage = {
      inputTokens: {
        total: undefined,
        noCache: undefined,
        cacheRead: undefined,
        cacheWrite: undefined,
      },
      outputTokens: { total: 3, text: undefined, reasoning: undefined },
    };
    const vague = handmade(async () => said("red", { usage: none }));
    const partly = await debate(QUESTION, { debaters: [vague, steady("red")], rounds: 0 });
    expect(partly.usage).toEqual({
      calls: 2,
      inputTokens: null,
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: 10,
      reasoningTokens: null,
    });
  });

  test.each(["length", "interrupted"] as const)(
    "a reply that ended by %s is cut off: it doesn't vote",
    async (unified) => {
      const model = handmade(async () =>
        said("Answer: bl", { finishReason: { unified, raw: undefined } }),
      );
      const result = await debate(QUESTION, {
        debaters: [model, steady("red"), steady("red")],
        rounds: 0,
      });
      expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "unread", truncated: true });
      expect(result.integrity).toMatchObject({ truncated: 1, degraded: true });
    },
  );

  test("a reply that the provider's filter ended is unread with that reason, and not asked for again", async () => {
    let calls = 0;
    const model = handmade(async () => {
      calls += 1;
      return said("Answer: bl", { finishReason: { unified: "content-filter", raw: undefined } });
    });
    const result = await debate(QUESTION, {
      debaters: [model, steady("red"), steady("red")],
      rounds: 0,
    });
    const [position] = result.rounds[0]?.positions ?? [];
    expect(position).toMatchObject({ status: "unread", answer: null });
    expect(position?.error).toContain("content-filter");
    expect(position).not.toHaveProperty("truncated");
    expect(result.integrity).toMatchObject({ unread: 1, truncated: 0, degraded: true });
    expect(calls).toBe(1);
  });

  test.each([
    ["openai.responses", "gpt-5-mini", true],
    ["anthropic.messages", "claude-haiku-4-5", true],
    ["google.generative-ai", "gemini-2.5-flash", true],
    ["openai.responses", "no-such-model", false],
    ["acme.chat", "gpt-5-mini", false],
    ["ollama.chat", "llama3.2", false],
    ["constructor", "gpt-5-mini", false],
  ])("%s/%s: price known: %s", async (provider, modelId, known) => {
    const model = { ...handmade(async () => said("red")), provider, modelId };
    const panel = new Debate({ debaters: [model, model], rounds: 0 });
    expect((await panel.run(QUESTION)).costUsd !== null).toBe(known);
    expect((await panel.plan()).usd.max !== null).toBe(known);
  });

  test("a model is known by provider and id", () => {
    const debaters = [handmade(async () => said("red")), steady("red")];
    expect(() => new Debate({ debaters, budget: { usd: 1 } })).toThrow("(acme.chat/large-1)");
  });
});

describe("errors", () => {
  const refusal = (statusCode: number, headers: Record<string, string> = {}): APICallError =>
    new APICallError({
      message: "Too Many Requests",
      url: "https://acme.example/v1",
      requestBodyValues: {},
      statusCode,
      responseHeaders: { "x-request-id": "req_1", ...headers },
      responseBody: '{"error":{"message":"quota of tier 1 reached"}}',
    });

  test("a rate limit is tried again after Retry-After", async () => {
    let calls = 0;
    const model = handmade(async () => {
      if (++calls === 1) throw refusal(429, { "retry-after": "0" });
      return said("red");
    });
    const result = await debate(QUESTION, { debaters: [model, steady("red")], rounds: 0 });
    expect(result).toMatchObject({ usage: { calls: 3 }, integrity: { degraded: false } });
  });

  test("a refusal is not, and keeps the provider's own words, status and request id", async () => {
    const model = handmade(async () => {
      throw refusal(400);
    });
    const result = await debate(QUESTION, {
      debaters: [model, steady("red"), steady("red")],
      rounds: 0,
    });
    expect(model.calls).toHaveLength(1);
    expect(result.integrity.dropped[0]?.error).toBe(
      "Too Many Requests: quota of tier 1 reached (status 400, request req_1)",
    );
  });

  test("abort reaches the provider", async () => {
    const leave = new AbortController();
    const seen = Promise.withResolvers<AbortSignal>();
    const model = handmade(({ abortSignal }) => {
      if (abortSignal) seen.resolve(abortSignal);
      return new Promise(() => undefined);
    });
    const run = debate(QUESTION, { debaters: [model, model] }, { signal: leave.signal });
    const signal = await seen.promise;
    leave.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(signal.aborted).toBe(true);
  });

  test("models of older specifications are a ConfigError: their usage would be misread", () => {
    const old = { ...handmade(async () => said("red")), specificationVersion: "v2" } as never;
    expect(() => new Debate({ debaters: [old, old] })).toThrow(ConfigError);
    expect(() => new Debate({ debaters: [old, old] })).toThrow(
      "debaters[0].model: expected a model of AI SDK 6 or 7",
    );
  });
});

describe("stream", () => {
  const streaming = (parts: LanguageModelV4StreamPart[]): MockLanguageModelV4 =>
    new MockLanguageModelV4({
      doGenerate: () => Promise.reject(new Error("somebody listens")),
      doStream: async () => ({ stream: convertArrayToReadableStream(parts) }),
    });
  const textParts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "hm" },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: "Answer: " },
    { type: "text-delta", id: "1", delta: "red" },
    { type: "text-end", id: "1" },
  ];
  const finish: LanguageModelV4StreamPart = { type: "finish", finishReason: stop, usage };

  async function watched(models: LanguageModelV4[]) {
    const stream = new Debate({
      debaters: models,
      rounds: 0,
      limits: { retries: 0, quorum: 1 },
    }).stream(QUESTION);
    const deltas: Extract<DebateEvent, { type: "debate.delta" }>[] = [];
    for await (const event of stream) if (event.type === "debate.delta") deltas.push(event);
    return { deltas, result: await stream.result };
  }

  test("text arrives piece by piece, usage and finish reason at the end", async () => {
    const { deltas, result } = await watched([
      streaming([...textParts, finish]),
      streaming([...textParts, finish]),
    ]);
    const first = deltas.filter(({ source, text }) => source === "debater_0" && text !== "");
    expect(first.map(({ text }) => text)).toEqual(["Answer: ", "red"]);
    expect(result).toMatchObject({
      text: "Answer: red",
      usage: { calls: 2, inputTokens: 40, outputTokens: 14 },
    });
  });

  test("an error part fails the call", async () => {
    const broken = streaming([...textParts, { type: "error", error: new Error("overloaded") }]);
    const { result } = await watched([broken, streaming([...textParts, finish])]);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "failed", error: "overloaded" });
  });

  test("a stream that ends without finishing is a failed call, not a short reply", async () => {
    const { result } = await watched([streaming(textParts), streaming([...textParts, finish])]);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "failed" });
    expect(result.integrity.dropped[0]?.error).toContain("ended before the model had finished");
  });
});

describe("tools, called by the debate", () => {
  const calling = (): MockLanguageModelV4 => {
    const step = (parts: LanguageModelV4StreamPart[], unified: "stop" | "tool-calls") => ({
      stream: convertArrayToReadableStream<LanguageModelV4StreamPart>([
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason: { unified, raw: undefined }, usage },
      ]),
    });
    const call: LanguageModelV4StreamPart = {
      type: "tool-call",
      toolCallId: "1",
      toolName: "population",
      input: '{"city":"Paris"}',
    };
    let round = 0;
    return new MockLanguageModelV4({
      doStream: async () =>
        round++ === 0 ? step([call], "tool-calls") : step(text("Answer: 2100000"), "stop"),
      doGenerate: async () => said("Answer: 7"),
    });
  };
  const text = (words: string): LanguageModelV4StreamPart[] => [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: words },
    { type: "text-end", id: "1" },
  ];
  const asked: string[] = [];
  const population = tool({
    description: "Inhabitants of a city",
    inputSchema: jsonSchema<{ city: string }>({
      type: "object",
      properties: { city: { type: "string" } },
    }),
    execute: async ({ city }) => {
      asked.push(city);
      return 2_100_000;
    },
  });

  test("the tool runs, its result goes back, the last step's text is the reply, all steps are billed", async () => {
    const model = calling();
    const debater = { model, tools: { population }, providerOptions: { acme: { effort: "low" } } };
    const result = await debate(QUESTION, { debaters: [debater, steady("Answer: 7")], rounds: 0 });
    expect(asked).toEqual(["Paris"]);
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      text: "Answer: 2100000",
      usage: { inputTokens: 40, outputTokens: 14 },
    });
    const [first, second] = model.doStreamCalls;
    expect(first?.providerOptions).toEqual({ acme: { effort: "low" } });
    expect(first?.tools).toMatchObject([{ type: "function", name: "population" }]);
    expect(second?.prompt.slice(-2)).toMatchObject([
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "1", input: { city: "Paris" } }],
      },
      {
        role: "tool",
        content: [
          {
            type: "tool-result",
            toolCallId: "1",
            output: { type: "text", value: expect.stringContaining("2100000") },
          },
        ],
      },
    ]);
  });

  test("in a revision round the model is called without them", async () => {
    const model = calling();
    const debater = { model, tools: { population } };
    await debate(QUESTION, { debaters: [debater, steady("Answer: 7")], rounds: 1, stop: "never" });
    expect(model.doStreamCalls.map(({ tools }) => tools?.length)).toEqual([1, 1]);
    expect(model.doGenerateCalls.map(({ tools }) => tools)).toEqual([undefined]);
  });

  test("an error in the loop is the debater's", async () => {
    const model = new MockLanguageModelV4({ doStream: () => Promise.reject(new Error("down")) });
    const debaters = [{ model, tools: { population } }, steady("red"), steady("red")];
    const result = await debate(QUESTION, { debaters, rounds: 0, limits: { retries: 0 } });
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "failed", error: "down" });
  });
});
