import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigError, ModelError } from "@rostrum/core/support";
import type {
  Limiter,
  ModelPort,
  ModelReply,
  ModelRequest,
  StepOutcome,
} from "@rostrum/core/protocol";
import type { Cancellation } from "./attempt.ts";
import { createLimiter, findGate, limitProvider } from "./provider-limits.ts";
import { callWithRetries } from "./retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const ENDLESS: Cancellation = { ended: false, reason: undefined, onEnd: () => () => undefined };
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A model that replies when the test says so. */
function held(provider: string) {
  const waiting: PromiseWithResolvers<ModelReply>[] = [];
  const model: ModelPort = {
    id: `${provider}/x`,
    provider,
    source: "function",
    pricing: null,
    generate: () => {
      const reply = Promise.withResolvers<ModelReply>();
      waiting.push(reply);
      return reply.promise;
    },
  };
  return { model, waiting };
}

function call(model: ModelPort, more: object = {}): Promise<StepOutcome> {
  return callWithRetries({ model, pricing: null }, { stepId: "x" } as ModelRequest, {
    retries: 2,
    timeoutMs: () => 10_000,
    cancellation: ENDLESS,
    settle: () => undefined,
    reserveRetry: () => true,
    random: () => 1,
    ...more,
  });
}

test.each<[object, string]>([
  [{ concurrency: 0 }, "expected a whole number above 0, got 0"],
  [{ concurrency: 1.5 }, "expected a whole number above 0, got 1.5"],
  [{ concurrency: "4" }, "expected a whole number above 0, got 4"],
  [{ requestsPerMinute: -1 }, "expected a number above 0, got -1"],
  [{ requestsPerMinute: Number.NaN }, "expected a number above 0, got NaN"],
  [{ concurency: 4 }, "there is no such limit, only concurrency and requestsPerMinute"],
])("%j is refused", (limits, words) => {
  expect(() => limitProvider("refused", limits)).toThrow(ConfigError);
  expect(() => limitProvider("refused", limits)).toThrow(words);
});

describe("who shares a gate", () => {
  test.each([
    ["openai", "openai.responses"],
    ["openai.chat", "openai.responses"],
    ["compat:127.0.0.1:8080", "compat:127.0.0.1:8080"],
  ])("%s and %s do", (one, other) => {
    expect(findGate(one)).toBe(findGate(other));
  });

  test.each([
    ["openai", "anthropic"],
    ["compat:127.0.0.1:8080", "compat:127.0.0.1:8000"],
  ])("%s and %s don't", (one, other) => {
    expect(findGate(one)).not.toBe(findGate(other));
  });

  test("`compat` limits each server by itself, unless it has limits of its own", async () => {
    limitProvider("compat", { concurrency: 1 });
    limitProvider("compat:b.example:1", { concurrency: 2 });
    const [a, b, c] = ["a", "b", "c"].map((name) => held(`compat:${name}.example:1`));
    for (const server of [a, b, c]) {
      for (let i = 0; i < 3; i++) void call(server!.model);
    }
    await settle();
    expect([a, b, c].map((server) => server?.waiting.length)).toEqual([1, 2, 1]);
    limitProvider("compat", {});
    await settle();
    expect([a, b, c].map((server) => server?.waiting.length)).toEqual([3, 2, 3]);
  });
});

describe("a limiter of one's own", () => {
  test("limits those who share it, apart from the process and from other limiters", async () => {
    limitProvider("shared", { concurrency: 1 });
    const [own, other] = [createLimiter({ shared: { concurrency: 2 } }), createLimiter()];
    const started = async (limiter?: Limiter): Promise<number> => {
      const { model, waiting } = held("shared");
      for (let i = 0; i < 4; i++) void call(model, { limiter });
      await settle();
      return waiting.length;
    };
    expect([await started(), await started(own), await started(other)]).toEqual([1, 2, 4]);
    expect([await started(), await started(own)]).toEqual([0, 0]);
    expect(findGate("shared", own)).not.toBe(findGate("shared"));
  });

  test("takes other limits while calls wait, and refuses what is not a limit", async () => {
    const limiter = createLimiter({ later: { concurrency: 1 } });
    const { model, waiting } = held("later");
    for (let i = 0; i < 3; i++) void call(model, { limiter });
    await settle();
    expect(waiting).toHaveLength(1);
    limiter.limit("later", {});
    await settle();
    expect(waiting).toHaveLength(3);
    expect(() => createLimiter({ later: { concurrency: 0 } })).toThrow(
      "expected a whole number above 0, got 0",
    );
  });
});

test("waiting for one's turn is no part of the call's own time", async () => {
  limitProvider("slow", { concurrency: 1 });
  const { model, waiting } = held("slow");
  const first = call(model, { timeoutMs: () => 10_000 });
  const second = call(model, { timeoutMs: () => 10_000 });
  await vi.advanceTimersByTimeAsync(9000);
  waiting[0]?.resolve({ text: "1" });
  await vi.advanceTimersByTimeAsync(9000);
  waiting[1]?.resolve({ text: "2" });
  expect(await first).toMatchObject({ reply: { text: "1" } });
  expect(await second).toMatchObject({ reply: { text: "2" }, attempts: 1 });
});

test("no turn within the run's own time is a failure without a call", async () => {
  limitProvider("full", { concurrency: 1 });
  const { model, waiting } = held("full");
  void call(model);
  const second = call(model, { patienceMs: () => 500 });
  await vi.advanceTimersByTimeAsync(500);
  expect(await second).toMatchObject({
    reply: null,
    error: "budget.ms was used up while waiting for the limits of full",
    attempts: 0,
  });
  expect(waiting).toHaveLength(1);
});

test("a timer that fires early takes nobody's time away", async () => {
  limitProvider("early", { concurrency: 1 });
  const { model, waiting } = held("early");
  void call(model);
  // From now on, the clock is 3 ms behind the timers.
  const { now } = performance;
  const clock = vi.spyOn(performance, "now");
  const second = call(model, { patienceMs: () => 500 });
  await settle();
  clock.mockImplementation(() => now.call(performance) - 3);
  await vi.advanceTimersByTimeAsync(501);
  waiting[0]?.resolve({ text: "1" });
  await settle();
  waiting[1]?.resolve({ text: "2" });
  expect(await second).toMatchObject({ reply: { text: "2" } });
  clock.mockRestore();
});

describe("Retry-After", () => {
  const busy = (retryAfterMs: number): ModelError =>
    new ModelError("busy", { status: 429, retryAfterMs });

  test("pauses everybody who calls that provider, and nobody else", async () => {
    const one = held("paused");
    const other = held("paused");
    const elsewhere = held("elsewhere");
    void call(one.model);
    await settle();
    one.waiting[0]?.reject(busy(3000));
    await settle();
    void call(other.model);
    void call(elsewhere.model);
    await vi.advanceTimersByTimeAsync(2999);
    expect([one, other, elsewhere].map(({ waiting }) => waiting.length)).toEqual([1, 0, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect([one, other].map(({ waiting }) => waiting.length)).toEqual([2, 1]);
  });

  test("that outlasts a call ends that call, and holds nobody", async () => {
    const one = held("closed");
    const outcome = call(one.model);
    await settle();
    one.waiting[0]?.reject(busy(3_600_000));
    expect(await outcome).toMatchObject({ reply: null, error: "busy", attempts: 1 });
    void call(one.model);
    await settle();
    expect(one.waiting).toHaveLength(2);
  });
});
