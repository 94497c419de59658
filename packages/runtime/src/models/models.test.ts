import {
  type ModelPort,
  type ModelReply,
  type ModelRequest,
  type Price,
  type Spend,
  type StepOutcome,
  NO_SPEND,
} from "@rostrum/core/protocol";
import { describe, expect, test } from "vitest";
import { AbortError, ConfigError, ModelError } from "@rostrum/core/support";
import { checkReply } from "./check-reply.ts";
import { functionModel } from "./function-model.ts";
import { toModelError } from "./model-error.ts";
import { computeReplyCost, createPricing } from "./pricing.ts";
import { callWithRetries, type RetryRules } from "./retry.ts";

describe("a plain function as a model", () => {
  test("is known by its name", () => {
    expect(
      functionModel(function careful() {
        return "x";
      }).id,
    ).toBe("function:careful");
    expect(
      functionModel(
        (
          () => () =>
            "x"
        )(),
      ).id,
    ).toBe("function:anonymous");
  });

  test("may return text or a whole reply, now or later; what it throws is thrown later", async () => {
    const request = { messages: [], peers: [] } as unknown as ModelRequest;
    const replies = [() => "x", async () => "x", async () => ({ text: "x", costUsd: 1 })].map(
      async (call) => checkReply(await functionModel(call).generate(request)),
    );
    expect(await Promise.all(replies)).toEqual([
      { text: "x" },
      { text: "x" },
      { text: "x", costUsd: 1 },
    ]);
    const broken = functionModel(() => {
      throw new Error("mine");
    });
    await expect(broken.generate(request)).rejects.toThrow("mine");
  });
});

describe("what a reply must be", () => {
  test.each([
    { text: "x" },
    { text: "", usage: {} },
    { text: "x", usage: { inputTokens: 1, outputTokens: null }, costUsd: 0, finishReason: "stop" },
  ])("%j passes as it is", (reply) => {
    expect(checkReply(reply)).toEqual(reply);
  });

  test.each([
    [42, "a number"],
    [null, "null"],
    [undefined, "undefined"],
    [["x"], "a list"],
    [{ content: "x" }, "an object with content"],
    [{ text: 42 }, "an object with text"],
  ])("%j is refused, and asking again is no use", (came, words) => {
    expect(() => checkReply(came)).toThrow(
      `expected a string or { text } from the model, got ${words}`,
    );
    expect(() => checkReply(came)).toThrow(expect.objectContaining({ retryable: false }));
  });

  test("figures that can't be true are unknown, not zero", () => {
    const usage = {
      inputTokens: NaN,
      outputTokens: -5,
      cachedInputTokens: "7" as never,
      reasoningTokens: 3,
    };
    expect(checkReply({ text: "x", usage, costUsd: Infinity, finishReason: "stop" })).toEqual({
      text: "x",
      finishReason: "stop",
      usage: { inputTokens: null, outputTokens: null, cachedInputTokens: null, reasoningTokens: 3 },
    });
    expect(checkReply({ text: "x", usage: null as never })).toEqual({ text: "x" });
    expect(checkReply({ text: "x", costUsd: -1 })).toEqual({ text: "x" });
  });
});

describe("what a reply cost", () => {
  const pricing = createPricing({ input: 2, output: 10, cachedInput: 0.5 });

  test.each<[ModelReply, number | null]>([
    [{ text: "", costUsd: 0.25, usage: { inputTokens: 1, outputTokens: 1 } }, 0.25],
    [{ text: "", costUsd: 0 }, 0],
    [{ text: "", usage: { inputTokens: 1000, outputTokens: 100 } }, 0.003],
    [{ text: "", usage: { inputTokens: 1000, outputTokens: 100, cachedInputTokens: 400 } }, 0.0024],
    [{ text: "", usage: { inputTokens: 100, outputTokens: 0, cachedInputTokens: 900 } }, 0.00005],
    [{ text: "", usage: { inputTokens: 1000, outputTokens: null } }, null],
    [{ text: "", usage: { outputTokens: 5 } }, null],
    [{ text: "" }, null],
  ])("%j → %s", (reply, usd) => {
    const cost = computeReplyCost(reply, pricing);
    if (usd === null) expect(cost).toBeNull();
    else expect(cost).toBeCloseTo(usd, 12);
  });

  test("cache writes and reasoning may have prices of their own", () => {
    const usage = {
      inputTokens: 1000,
      cachedInputTokens: 400,
      cacheWriteTokens: 100,
      outputTokens: 100,
      reasoningTokens: 70,
    };
    const rates = { input: 2, output: 10, cachedInput: 0.5 };
    const cost = (price: Price): number =>
      1e6 * (computeReplyCost({ text: "", usage }, createPricing(price)) ?? NaN);
    expect(cost(rates)).toBeCloseTo(600 * 2 + 400 * 0.5 + 100 * 10, 6);
    expect(cost({ ...rates, cacheWrite: 2.5 })).toBeCloseTo(500 * 2 + 100 * 2.5 + 200 + 1000, 6);
    expect(cost({ ...rates, reasoning: 4 })).toBeCloseTo(1200 + 200 + 30 * 10 + 70 * 4, 6);
  });

  test("no more is cached, written or thought than was read or said", () => {
    const price = createPricing({
      input: 1,
      output: 1,
      cachedInput: 0,
      cacheWrite: 9,
      reasoning: 0,
    });
    const usage = {
      inputTokens: 10,
      cachedInputTokens: 8,
      cacheWriteTokens: 8,
      outputTokens: 5,
      reasoningTokens: 50,
    };
    expect(computeReplyCost({ text: "", usage }, price)).toBeCloseTo((2 * 9) / 1e6, 15);
  });

  test("without a price it is unknown; cached input costs as much as other by default", () => {
    const reply = { text: "", usage: { inputTokens: 10, outputTokens: 10, cachedInputTokens: 10 } };
    expect(computeReplyCost(reply, null)).toBeNull();
    expect(computeReplyCost(reply, createPricing({ input: 1, output: 1 }))).toBeCloseTo(
      20 / 1e6,
      15,
    );
  });
});

describe("whatever a model threw", () => {
  test("a ModelError keeps what it says", () => {
    const details = { status: 429, requestId: "r1", retryable: false, retryAfterMs: 5, costUsd: 2 };
    const { message, status, requestId, retryable, retryAfterMs, costUsd } = toModelError(
      new ModelError("x", details),
    );
    expect(message).toBe("x");
    expect({ status, requestId, retryable, retryAfterMs, costUsd }).toEqual(details);
  });

  test.each<[unknown, Partial<ModelError>]>([
    ["just text", { message: "just text", retryable: true }],
    [undefined, { message: "undefined" }],
    [{}, { message: "the model failed without saying why", retryable: true }],
    [new Error("plain"), { message: "plain", retryable: true }],
    [
      { message: "no", status: 401 },
      { message: "no (status 401)", status: 401, retryable: false },
    ],
    [
      { message: "busy", statusCode: 503, isRetryable: false },
      { status: 503, retryable: false },
    ],
    [
      { message: "odd", statusCode: 418, isRetryable: true },
      { status: 418, retryable: true },
    ],
    [{ message: "busy", status: 429, headers: { "Retry-After": "2" } }, { retryAfterMs: 2000 }],
    [
      { message: "busy", status: 429, headers: new Headers({ "retry-after": "0.5" }) },
      { retryAfterMs: 500 },
    ],
    [
      {
        message: "busy",
        status: 429,
        responseHeaders: { "retry-after-ms": "70", "retry-after": "9" },
      },
      { retryAfterMs: 70 },
    ],
    [
      { message: "busy", status: 429, headers: { "retry-after": "soon" } },
      { retryAfterMs: undefined },
    ],
    [
      { message: "busy", status: 429, headers: { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" } },
      { retryAfterMs: 0 },
    ],
    [{ message: "busy", retryAfterMs: 30 }, { retryAfterMs: 30 }],
    [
      { message: "x", requestId: "r1", status: 500 },
      { message: "x (status 500, request r1)", requestId: "r1" },
    ],
    [
      { message: "x", status: 400, responseBody: '{"error":"bad model"}' },
      { message: "x: bad model (status 400)" },
    ],
    [
      { message: "x", status: 400, responseBody: '{"message":"bad key"}' },
      { message: "x: bad key (status 400)" },
    ],
    [{ message: "x", status: 400, responseBody: "<html>" }, { message: "x (status 400)" }],
    [
      { message: "no route", url: "http://box:1/v1/chat?key=secret" },
      { message: "no route (calling http://box:1)" },
    ],
    [{ message: "x", status: 400, url: "http://box:1/v1" }, { message: "x (status 400)" }],
  ])("%j", (thrown, expected) => {
    const error = toModelError(thrown);
    expect(error).toBeInstanceOf(ModelError);
    for (const [key, value] of Object.entries(expected))
      expect(error[key as keyof ModelError]).toEqual(value);
    if (typeof thrown === "object" && thrown !== null) expect(error.cause).toBe(thrown);
  });
});

describe("calling with retries", () => {
  const request = { stepId: "x" } as ModelRequest;
  const model = (...outcomes: (ModelReply | Error)[]): ModelPort & { calls: number } => {
    const port = {
      source: "function" as const,
      id: "m",
      pricing: null,
      calls: 0,
      generate: async (): Promise<ModelReply> => {
        const outcome = outcomes[Math.min(port.calls++, outcomes.length - 1)]!;
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    };
    return port;
  };
  const cancellation = () => {
    const listeners = new Set<(reason: unknown) => void>();
    return {
      ended: false,
      reason: undefined as unknown,
      onEnd(listener: (reason: unknown) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      end(reason: unknown) {
        this.ended = true;
        this.reason = reason;
        for (const listener of [...listeners]) listener(reason);
      },
      listeners,
    };
  };
  const options = (more: Partial<RetryRules> = {}): RetryRules & { settled: Spend[] } => {
    const settled: Spend[] = [];
    return {
      retries: 2,
      timeoutMs: () => 1000,
      cancellation: cancellation(),
      settle: (spend) => settled.push(spend),
      reserveRetry: () => true,
      random: () => 0,
      settled,
      ...more,
    };
  };
  const callModel = (
    port: ModelPort,
    asked: ModelRequest,
    rules: RetryRules,
  ): Promise<StepOutcome> =>
    callWithRetries({ model: port, pricing: createPricing({ input: 1, output: 1 }) }, asked, rules);
  const reply = { text: "x", usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 0 } };
  const busy = new ModelError("busy", { status: 429, retryAfterMs: 0 });

  test("a reply at once is one attempt, settled at what it cost", async () => {
    const settings = options();
    expect(await callModel(model(reply), request, settings)).toEqual({
      reply,
      attempts: 1,
      usage: reply.usage,
      costUsd: 5 / 1e6,
    });
    expect(settings.settled).toEqual([{ calls: 1, tokens: 5, usd: 5 / 1e6 }]);
  });

  test("attempts add up; a refused one cost nothing", async () => {
    const settings = options();
    const outcome = await callModel(model(busy, busy, reply), request, settings);
    expect(outcome).toMatchObject({ attempts: 3, usage: { inputTokens: 3 }, costUsd: 5 / 1e6 });
    expect(settings.settled).toHaveLength(3);
    expect(settings.settled[0]).toEqual({ calls: 1, tokens: 0, usd: 0 });
  });

  test("a failure is an outcome with the last error", async () => {
    const outcome = await callModel(model(busy), request, options({ retries: 1 }));
    expect(outcome).toMatchObject({ reply: null, error: "busy", attempts: 2 });
  });

  test.each(["ECONNREFUSED", "ENETUNREACH", "EAI_AGAIN"])(
    "a call that met %s is unreachable and cost nothing",
    async (code) => {
      const socketError = Object.assign(new Error("connect"), { code });
      const error = new Error("request failed", {
        cause: new Error("socket", { cause: socketError }),
      });
      const outcome = await callModel(model(error), request, options({ retries: 0 }));
      expect(outcome).toMatchObject({ errorCode: "unreachable", costUsd: 0 });
    },
  );

  test("no room in the budget ends the attempts", async () => {
    const port = model(busy);
    await callModel(port, request, options({ retries: 9, reserveRetry: () => false }));
    expect(port.calls).toBe(1);
  });

  test("no time left is a failure without a call", async () => {
    const port = model(reply);
    const outcome = await callModel(port, request, options({ timeoutMs: () => 0 }));
    expect(outcome).toMatchObject({
      reply: null,
      error: "no time was left in the budget",
      attempts: 0,
    });
    expect(port.calls).toBe(0);
  });

  test("a ConfigError ends the run", async () => {
    await expect(callModel(model(new ConfigError("x", "y")), request, options())).rejects.toThrow(
      ConfigError,
    );
  });

  test("the end of the run rejects at once and leaves no listener behind", async () => {
    const end = cancellation();
    const settings = options({ cancellation: end });
    const hanging: ModelPort = {
      source: "function",
      id: "m",
      pricing: null,
      generate: () => new Promise(() => undefined),
    };
    const run = callModel(hanging, request, settings);
    end.end("enough");
    await expect(run).rejects.toThrow(AbortError);
    expect(settings.settled).toEqual([{ calls: 1, tokens: null, usd: null }]);
    const done = cancellation();
    await callModel(model(busy, reply), request, options({ cancellation: done }));
    expect(done.listeners.size).toBe(0);
  });

  test("a run that has ended calls nobody and is charged nothing", async () => {
    const end = cancellation();
    end.end("before");
    const port = model(reply);
    const settings = options({ cancellation: end });
    await expect(callModel(port, request, settings)).rejects.toThrow(AbortError);
    expect(port.calls).toBe(0);
    expect(settings.settled).toEqual([NO_SPEND]);
  });
});
