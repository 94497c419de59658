import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ModelAttempt } from "@rostrum/core/protocol";
import { createFailureLog } from "./failure-log.ts";
import { createHealthBook, type HealthBook } from "./model-health.ts";
import { findPanelsDown } from "./readiness.ts";

const attempt = (more: Partial<ModelAttempt> = {}): ModelAttempt => ({
  model: "openai/gpt-5",
  provider: "openai",
  stepId: "run__debater_0_round_0",
  retry: false,
  ms: 100,
  usage: { inputTokens: 10, outputTokens: 5 },
  failure: null,
  ...more,
});
const failed = (code: string, more: Partial<ModelAttempt> = {}, permanent = false): ModelAttempt =>
  attempt({ ...more, failure: { code, message: `it said ${code}`, permanent } });

describe("what is known about models", () => {
  let now = 0;
  let book: HealthBook;
  let changes: string[] = [];
  beforeEach(() => {
    now = 1_000_000;
    changes = [];
    book = createHealthBook(() => now);
    book.onChange(({ provider, state }) => changes.push(`${provider} ${state}`));
  });
  const state = (): string | undefined => book.models()[0]?.state;

  test("three failures in a row are a failure, one reply ends it, and a wrong key is one at once", () => {
    for (let count = 0; count < 2; count++) book.count(failed("503"));
    expect(state()).toBe("unknown");
    book.count(failed("503"));
    expect(state()).toBe("failing");
    book.count(attempt());
    expect(state()).toBe("ok");
    book.count(failed("401", {}, true));
    expect(state()).toBe("failing");
    expect(changes).toEqual(["openai failing", "openai ok", "openai failing"]);
  });

  test("a refused request says nothing about its model, unless it can't heal", () => {
    for (let count = 0; count < 9; count++) book.count(failed("400"));
    expect(state()).toBe("unknown");
    expect(book.models()[0]?.lastFailure?.reason).toBeNull();
    book.count(failed("400", {}, true));
    expect(state()).toBe("failing");
  });

  test("five minutes without a call make a failure unknown, and it is not reported twice", () => {
    for (let count = 0; count < 3; count++) book.count(failed("timeout"));
    now += 5 * 60_000 + 1;
    expect(state()).toBe("unknown");
    expect(book.isFailing("openai/gpt-5")).toBe(false);
    book.count(failed("timeout"));
    expect(state()).toBe("failing");
    expect(changes).toEqual(["openai failing"]);
  });

  test("a provider fails only if all its models that were called do", () => {
    book.count(attempt({ model: "openai/gpt-5-mini" }));
    book.count(failed("403", {}, true));
    expect(book.providers()).toMatchObject([{ provider: "openai", state: "ok" }]);
    expect(changes).toEqual([]);
    book.count(failed("403", { model: "openai/gpt-5-mini" }, true));
    expect(changes).toEqual(["openai failing"]);
  });

  test("servers with a model of the same name are told apart, and named without their address", () => {
    const [one, two] = ["a", "b"].map((host) => ({
      model: `compat:llama@http://${host}.internal/v1`,
      provider: `compat:${host}.internal`,
    }));
    book.count(failed("401", one, true));
    book.count(attempt(two));
    expect(book.models().map(({ model, state: is }) => [model, is])).toEqual([
      ["compat:llama", "failing"],
      ["compat:llama", "ok"],
    ]);
    expect(JSON.stringify([book.models(), book.providers()])).not.toContain("internal");
  });
});

test("a panel is down when fewer members than it needs have a model that works, fallbacks included", () => {
  const panel = (members: string[][], quorum: number) => [
    { name: "p", members, quorum, models: [], ids: [] },
  ];
  const failing = new Set(["a", "b"]);
  const down = (members: string[][], quorum: number): string[] =>
    findPanelsDown(panel(members, quorum), (id) => failing.has(id));
  expect(down([["a"], ["b"], ["c"]], 2)).toEqual(["p"]);
  expect(down([["a"], ["b"], ["c"]], 1)).toEqual([]);
  expect(down([["a", "c"], ["b"], ["c"]], 2)).toEqual([]);
  expect(down([["a"], ["b"]], 5)).toEqual(["p"]);
});

describe("the log of failures", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("has the first of a kind at once, then one line per minute with the number, and then nothing", () => {
    const lines: string[] = [];
    const log = createFailureLog((line) => lines.push(line));
    for (let count = 0; count < 1001; count++) log(failed("503"));
    log(failed("401"));
    log(attempt());
    expect(lines).toEqual([
      "openai/gpt-5: a call failed (status 503): it said 503",
      "openai/gpt-5: a call failed (status 401): it said 401",
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(2)).toEqual([
      "openai/gpt-5: 1,000 more calls failed within a minute (status 503): it said 503",
    ]);
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(3);
    log(failed("503"));
    expect(lines).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(1);
  });
});
