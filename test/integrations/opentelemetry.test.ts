import { context, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import * as sdk from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Debate } from "../../packages/rostrum/src/index.ts";
import type { Meter } from "../../packages/core/src/protocol/tracer.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const exporter = new sdk.InMemorySpanExporter();
const provider = new sdk.TracerProvider({
  spanProcessors: [new sdk.SimpleSpanProcessor({ exporter })],
});
const tracer = provider.getTracer("test");

beforeAll(() => context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());
beforeEach(() => exporter.reset());

const reply = {
  text: "Answer: red\nConfidence: 0.9",
  usage: {
    ...{ inputTokens: 12, cachedInputTokens: 8, cacheWriteTokens: 2 },
    ...{ outputTokens: 3, reasoningTokens: 1 },
  },
  finishReason: "stop",
};

function panel(more: object = {}): Debate {
  return new Debate({
    debaters: scripted(() => reply),
    panelSize: 3,
    rounds: 1,
    revise: "everyone",
    stop: "never",
    tracer,
    ...more,
  });
}

const spans = (): ReturnType<typeof exporter.getFinishedSpans> => exporter.getFinishedSpans();
const named = (name: string): ReturnType<typeof exporter.getFinishedSpans> =>
  spans().filter((span) => span.name === name);

describe("spans, with the real SDK", () => {
  test("one span a run, a round, a debater's call and a decision, each under its parent", async () => {
    const caller = tracer.startSpan("caller");
    await context.with(trace.setSpan(context.active(), caller), () =>
      panel({ route: "confident" }).run("Which colour?"),
    );
    caller.end();
    // The router was sure, so no round was held.
    expect(named("debate.route_check")).toHaveLength(1);
    expect(named("debate.round")).toHaveLength(0);

    exporter.reset();
    await panel().run("Which colour?");
    const [run] = named("debate.run");
    const rounds = named("debate.round");
    expect(rounds).toHaveLength(2);
    expect(named("debate.debater")).toHaveLength(6);
    expect(named("debate.aggregate")).toHaveLength(1);
    for (const round of rounds) {
      expect(round.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
      const inside = named("debate.debater").filter(
        ({ parentSpanContext }) => parentSpanContext?.spanId === round.spanContext().spanId,
      );
      expect(new Set(inside.map(({ attributes }) => attributes["debater_index"]))).toEqual(
        new Set([0, 1, 2]),
      );
    }
  });

  test("the run stands under the caller's span, in parallel runs too", async () => {
    const callers = ["a", "b", "c"].map((name) => tracer.startSpan(name));
    await Promise.all(
      callers.map((caller) =>
        context.with(trace.setSpan(context.active(), caller), () => panel().run("Which colour?")),
      ),
    );
    const parents = named("debate.run").map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(new Set(parents)).toEqual(new Set(callers.map((caller) => caller.spanContext().spanId)));
    for (const run of named("debate.run")) {
      const { traceId } = run.spanContext();
      const ours = spans().filter((span) => span.spanContext().traceId === traceId);
      expect(ours.filter(({ name }) => name === "debate.debater")).toHaveLength(6);
    }
  });

  test("carries the documented attributes and the gen_ai ones, and no content", async () => {
    await panel().run("Which colour?", { id: "colours" });
    expect(named("debate.run")[0]?.attributes).toMatchObject({
      question_len: 13,
      num_debaters: 3,
      max_rounds: 1,
      aggregation: "majority",
      adaptive_routing: false,
    });
    expect(named("debate.round")[0]?.attributes).toMatchObject({
      round_number: 0,
      convergence_score: 1,
      stopped_early: false,
    });
    const { attributes = {} } = named("debate.debater")[0] ?? {};
    expect(attributes).toMatchObject({
      model_id: "function:scripted",
      confidence: 0.9,
      changed: false,
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "debater_0",
    });
    // Otherwise backends would count the tokens twice.
    expect(attributes).not.toHaveProperty("gen_ai.usage.input_tokens");
    const calls = named("chat function:scripted");
    expect(calls).toHaveLength(6);
    const [run] = named("debate.run");
    for (const call of calls) {
      expect(call.kind).toBe(SpanKind.CLIENT);
      const parents = named("debate.debater").map((span) => span.spanContext().spanId);
      expect(parents).toContain(call.parentSpanContext?.spanId);
      expect(call.attributes).toMatchObject({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "function",
        "gen_ai.request.model": "function:scripted",
        "gen_ai.agent.name": expect.stringMatching(/^debater_[012]$/),
        "gen_ai.conversation.id": "colours",
        "gen_ai.usage.input_tokens": 12,
        "gen_ai.usage.cache_read.input_tokens": 8,
        "gen_ai.usage.cache_creation.input_tokens": 2,
        "gen_ai.usage.output_tokens": 3,
        "gen_ai.usage.reasoning.output_tokens": 1,
        "gen_ai.response.finish_reasons": ["stop"],
      });
    }
    expect(run?.kind).toBe(SpanKind.INTERNAL);
    expect(JSON.stringify(spans().map((span) => span.attributes))).not.toContain("Which colour?");
  });

  test("shows content where the config says so", async () => {
    await panel({ traceContent: true }).run("Which colour?");
    const { attributes = {} } = named("chat function:scripted")[0] ?? {};
    expect(attributes["gen_ai.input.messages"]).toContain("Which colour?");
    expect(attributes["gen_ai.output.messages"]).toContain("Answer: red");
  });

  test("a failed debate leaves its error on the span", async () => {
    const broken = new Debate({
      debaters: scripted(() => ({ error: "provider down" })),
      panelSize: 2,
      rounds: 0,
      limits: { retries: 0 },
      tracer,
    });
    await expect(broken.run("q")).rejects.toThrow();
    expect(named("debate.run")[0]?.status).toMatchObject({ code: 2 });
    expect(named("debate.debater")[0]?.attributes["error.type"]).toBe("model_error");
  });
});

test("a meter gets the duration and the tokens of every call", async () => {
  const recorded: { name: string; value: number; attributes: object }[] = [];
  const meter: Meter = {
    createHistogram: (name) => ({
      record: (value, attributes = {}) => void recorded.push({ name, value, attributes }),
    }),
  };
  await panel({ meter, rounds: 0 }).run("Which colour?");
  const of = (name: string): typeof recorded => recorded.filter((entry) => entry.name === name);
  expect(of("gen_ai.client.operation.duration")).toHaveLength(3);
  expect(of("gen_ai.client.token.usage").map(({ value }) => value)).toEqual([12, 3, 12, 3, 12, 3]);
});
