import { describe, expect, test } from "vitest";
import {
  createBudget,
  Debate,
  debate,
  memoryJournal,
  type DebateEvent,
  type ModelFunction,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { faulty, scripted } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";

/** A model that never replies, and tells when it is called and what its signal says. */
function hanging(): { model: ModelFunction; called: Promise<void>; reasons: unknown[] } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const reasons: unknown[] = [];
  const model = ({ signal }: ModelRequest): Promise<never> => {
    signal.addEventListener("abort", () => reasons.push(signal.reason));
    resolve();
    return new Promise(() => undefined);
  };
  return { model, called: promise, reasons };
}

describe("abort", () => {
  test("before the start: AbortError, nobody is called", async () => {
    const model = says("red");
    const signal = AbortSignal.abort(new Error("not today"));
    const error = await rejection(debate(QUESTION, { debaters: model }, { signal }));
    expect(error).toMatchObject({
      name: "AbortError",
      code: "aborted",
      cause: { message: "not today" },
    });
    expect(error.partial).toMatchObject({ rounds: [], usage: { calls: 0 } });
    expect(model.requests).toHaveLength(0);
  });

  test("a signal of another frame, which has other classes, ends a run too", async () => {
    const target = new EventTarget();
    const signal = Object.assign(target, { aborted: false, reason: undefined });
    const { model, called } = hanging();
    const run = debate(QUESTION, { debaters: [model, model] }, { signal: signal as AbortSignal });
    await called;
    Object.assign(signal, { aborted: true, reason: "left the page" });
    target.dispatchEvent(new Event("abort"));
    expect(await rejection(run)).toMatchObject({ name: "AbortError", cause: "left the page" });
  });

  test("in flight: the calls' signals fire, finished replies are in partial", async () => {
    const leave = new AbortController();
    const { model, called, reasons } = hanging();
    const debaters = [model, ...panelSaying("red", "blue")];
    const run = debate(QUESTION, { debaters }, { signal: leave.signal });
    await called;
    await new Promise(setImmediate);
    leave.abort("enough");
    const error = await rejection(run);
    expect(error).toMatchObject({ name: "AbortError", cause: "enough" });
    expect(reasons).toEqual(["enough"]);
    expect(error.partial?.rounds[0]?.positions.map(({ text }) => text)).toEqual([
      "",
      "red",
      "blue",
    ]);
    expect(error.partial).toMatchObject({
      answer: null,
      // The call that was cut off was an attempt, and what it cost is unknown.
      usage: { calls: 3, inputTokens: null },
      costUsd: null,
      stopReason: "unfinished",
      integrity: { degraded: true },
    });
  });

  test("in flight in a later round: the rounds before are whole in partial", async () => {
    const leave = new AbortController();
    const { model, called } = hanging();
    const turning = (request: ModelRequest) => (request.round === 0 ? "red" : model(request));
    const run = debate(
      QUESTION,
      { debaters: [turning, ...panelSaying("blue")] },
      { signal: leave.signal },
    );
    await called;
    leave.abort();
    const { partial } = await rejection(run);
    expect(partial?.rounds).toHaveLength(2);
    expect(partial?.rounds[0]).toMatchObject({ agreement: 0.5 });
    expect(partial?.rounds[0]?.positions.map(({ answer }) => answer)).toEqual(["red", "blue"]);
  });

  test("while the judge or the router is thinking", async () => {
    for (const role of ["judge", "route"] as const) {
      const leave = new AbortController();
      const { model, called } = hanging();
      const part =
        role === "judge" ? { judge: model } : { route: { type: "confident" as const, model } };
      const run = debate(
        QUESTION,
        { debaters: panelSaying("a", "b"), rounds: 0, ...part },
        { signal: leave.signal },
      );
      await called;
      leave.abort();
      const error = await rejection(run);
      expect(error.name).toBe("AbortError");
      expect(error.partial?.rounds).toHaveLength(role === "judge" ? 1 : 0);
    }
  });

  test("while waiting to try again", async () => {
    const leave = new AbortController();
    const model = faulty([{ type: "rate_limited", retryAfterMs: 60_000 }]);
    const run = debate(QUESTION, { debaters: [model, says("red")] }, { signal: leave.signal });
    await new Promise(setImmediate);
    leave.abort();
    expect((await rejection(run)).name).toBe("AbortError");
    expect(model.calls).toBe(1);
  });

  test("calls that wait for their turn under limits.concurrency are never made", async () => {
    const leave = new AbortController();
    const { model, called } = hanging();
    const next = says("red");
    const config = { debaters: [model, next, next], limits: { concurrency: 1 } };
    const run = debate(QUESTION, config, { signal: leave.signal });
    await called;
    leave.abort();
    await rejection(run);
    await new Promise(setImmediate);
    expect(next.requests).toHaveLength(0);
  });

  test("a model that ignores its signal holds nothing up, and its late reply changes nothing", async () => {
    const leave = new AbortController();
    const late = Promise.withResolvers<string>();
    const debaters = [() => late.promise, says("red")];
    const run = debate(QUESTION, { debaters }, { signal: leave.signal });
    await new Promise(setImmediate);
    leave.abort();
    const { partial } = await rejection(run);
    const before = JSON.stringify(partial);
    late.resolve("blue");
    await new Promise(setImmediate);
    expect(JSON.stringify(partial)).toBe(before);
  });

  test("one signal ends many debates, without a warning of leaking listeners", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): number => warnings.push(warning);
    process.on("warning", warn);
    const leave = new AbortController();
    const { model } = hanging();
    const runs = Array.from({ length: 30 }, () =>
      debate(QUESTION, { debaters: model }, { signal: leave.signal }),
    );
    await new Promise(setImmediate);
    leave.abort();
    for (const run of runs) expect((await rejection(run)).name).toBe("AbortError");
    await new Promise(setImmediate);
    process.off("warning", warn);
    expect(warnings).toEqual([]);
  });

  test("a shared budget is charged for calls that were in flight: they may be billed", async () => {
    const budget = createBudget({ calls: 4, tokens: 1_000_000 });
    const leave = new AbortController();
    const { model, called } = hanging();
    const run = debate(
      QUESTION,
      { debaters: model, panelSize: 2, budget },
      { signal: leave.signal },
    );
    await called;
    leave.abort();
    await rejection(run);
    expect(budget.spent().calls).toBe(2);
    expect(budget.spent().tokens).toBeGreaterThan(0);
    const after = debate(QUESTION, { debaters: says("red"), panelSize: 3, rounds: 0, budget });
    expect((await rejection(after)).name).toBe("BudgetExceededError");
  });
});

describe("stream", () => {
  test("starts at once, before anybody reads", async () => {
    const model = says("red");
    const stream = new Debate({ debaters: model, rounds: 0 }).stream(QUESTION);
    const result = await stream.result;
    expect(model.requests).toHaveLength(3);
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(types.at(0)).toBe("debate.started");
    expect(types.at(-1)).toBe("debate.completed");
    expect(result.answer).toBe("red");
  });

  test("gives events as they happen, not at the end", async () => {
    const { model, called } = hanging();
    const leave = new AbortController();
    const stream = new Debate({ debaters: [says("red"), model] }).stream(QUESTION, {
      signal: leave.signal,
    });
    await called;
    const seen: string[] = [];
    const reader = stream[Symbol.asyncIterator]();
    while (seen.at(-1) !== "debate.response") seen.push((await reader.next()).value.type);
    expect(seen).toContain("debate.round_started");
    leave.abort();
    await rejection(stream.result);
  });

  test("carries text as it arrives, never stored", async () => {
    const model: ModelFunction = ({ onText, debater }) => {
      onText?.("Answer: ");
      onText?.("red");
      return `Answer: red (${debater})`;
    };
    const journal = memoryJournal();
    const panel = new Debate({
      debaters: model,
      panelSize: 2,
      judge: model,
      decide: { type: "judged", always: true },
      rounds: 0,
      journal,
    });
    const { events } = await watch(panel, QUESTION, { id: "x" });
    const deltas = events.filter((event) => event.type === "debate.delta");
    expect(deltas).toHaveLength(6);
    expect(deltas[0]).toEqual({
      type: "debate.delta",
      debateId: "x",
      at: expect.any(Number),
      round: 0,
      source: "debater_0",
      text: "Answer: ",
    });
    expect(new Set(deltas.map(({ source }) => source))).toEqual(
      new Set(["debater_0", "debater_1", "judge"]),
    );
    const stored = await journal.read("x");
    expect(stored?.events.some(({ type }) => (type as string) === "debate.delta")).toBe(false);
  });

  test("run() without a listener asks models for no streamed text", async () => {
    const seen: boolean[] = [];
    const model: ModelFunction = (request) => {
      seen.push("onText" in request);
      return "red";
    };
    await debate(QUESTION, { debaters: model, rounds: 0 });
    expect(seen).toEqual([false, false, false]);
  });

  test("leaving the loop aborts the debate", async () => {
    const { model, called, reasons } = hanging();
    const stream = new Debate({ debaters: [says("red"), model] }).stream(QUESTION);
    await called;
    for await (const event of stream) if (event.type === "debate.response") break;
    expect(reasons).toHaveLength(1);
    expect((await rejection(stream.result)).name).toBe("AbortError");
  });

  test("the loop of a failed run throws its error: a quiet end means a finished debate", async () => {
    const debaters = panelSaying({ error: "down" }, { error: "down" });
    const stream = new Debate({ debaters, limits: { retries: 0 } }).stream(QUESTION);
    const events: DebateEvent[] = [];
    const loop = (async () => {
      for await (const event of stream) events.push(event);
    })();
    expect((await rejection(loop)).name).toBe("PanelFailedError");
    expect(events.at(-1)).toMatchObject({
      type: "debate.failed",
      error: { name: "PanelFailedError", code: "panel_failed" },
    });
  });

  test("a result that nobody reads never becomes an unhandled rejection", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", note);
    const down = new Debate({
      debaters: panelSaying({ error: "down" }, { error: "down" }),
      limits: { retries: 0 },
    });
    down.stream(QUESTION);
    down.stream("");
    for await (const _ of down.stream(QUESTION)) break;
    const { model, called } = hanging();
    const left = new Debate({ debaters: model }).stream(QUESTION);
    await called;
    for await (const _ of left) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  test.each([
    { what: "an empty question", question: "", options: {}, field: "question" },
    {
      what: "a signal that is none",
      question: QUESTION,
      options: { signal: {} },
      field: "options.signal",
    },
    { what: "an unknown option", question: QUESTION, options: { idd: "x" }, field: "options.idd" },
  ])(
    "$what is a ConfigError of the result, not an exception of another kind",
    async ({ question, options, field }) => {
      const model = says("red");
      const stream = new Debate({ debaters: model }).stream(question, options as never);
      expect(await rejection(stream.result)).toMatchObject({ name: "ConfigError", field });
      expect(model.requests).toHaveLength(0);
    },
  );

  test("a listener's view and run() agree", async () => {
    const config = { debaters: scripted(({ debater, round }) => `${debater} ${round}`), rounds: 1 };
    const { result } = await watch(new Debate(config), QUESTION, { id: "a" });
    const plain = await debate(QUESTION, config, { id: "a" });
    expect({ ...plain, durationMs: 0 }).toEqual({ ...result, durationMs: 0 });
  });
});
