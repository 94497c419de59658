import fc from "fast-check";
import { removeInvisible } from "../../packages/core/src/visible.ts";
import { describe, expect, it } from "vitest";
import {
  debate,
  RostrumError,
  type DebateConfig,
  type DebateEvent,
  type DebateResult,
  type Model,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import {
  hostileReply,
  hostileThrown,
  hostileValue,
  listWith,
  objectWith,
  oneOfThese,
} from "../support/hostile.ts";
import { says } from "../support/panel.ts";

const QUESTION = "Which way?";

/** One debater that may do anything, next to three that answer. */
async function holdWith(
  model: Model,
  more: Partial<DebateConfig> = {},
  listening = true,
): Promise<{ result: DebateResult | RostrumError; events: DebateEvent[] }> {
  const events: DebateEvent[] = [];
  const left = (): Model => says("Answer: left");
  const result = await debate(
    QUESTION,
    {
      debaters: [model, left(), left(), left()],
      stop: "never",
      rounds: 1,
      limits: { retries: 0 },
      ...more,
    },
    listening ? { onEvent: (event) => void events.push(event) } : {},
  ).catch((error: unknown) => {
    if (error instanceof RostrumError) return error;
    throw error;
  });
  return { result, events };
}

/** Plain JSON comes back from JSON as it went in. */
function expectPlain(value: unknown): void {
  expect(JSON.parse(JSON.stringify(value))).toEqual(value);
}

function expectWhole({ result, events }: Awaited<ReturnType<typeof holdWith>>): void {
  if (result instanceof RostrumError) throw result;
  // The wording is the first voter's: signs around the word make no other answer, unseen ones are gone.
  expect(result.answer).toMatch(/^\W*left\W*$/iu);
  expect(result.answer).toBe(removeInvisible(String(result.answer)));
  expectPlain(events);
  expectPlain(result);
  expect(["spoke", "failed", "unread"]).toContain(result.rounds[0]?.positions[0]?.status);
  const { inputTokens, outputTokens } = result.usage;
  for (const sum of [inputTokens, outputTokens, result.costUsd]) {
    if (sum !== null) expect(sum).toBeLessThan(1e12);
    if (sum !== null) expect(sum).toBeGreaterThanOrEqual(0);
  }
}

describe("nothing that comes from a model ends a paid debate", () => {
  it("any reply of a function", async () => {
    await fc.assert(
      fc.asyncProperty(hostileReply, fc.boolean(), async (reply, later) => {
        const model = (later ? async () => reply() : reply) as Model;
        expectWhole(await holdWith(model));
      }),
      { numRuns: 150 },
    );
  });

  it("anything thrown by a function", async () => {
    await fc.assert(
      fc.asyncProperty(hostileThrown, fc.boolean(), async (thrown, later) => {
        const model = (
          later
            ? () => Promise.reject(thrown())
            : () => {
                throw thrown();
              }
        ) as Model;
        expectWhole(await holdWith(model));
      }),
      { numRuns: 150 },
    );
  });

  it("anything passed on as text while it arrives", async () => {
    await fc.assert(
      fc.asyncProperty(hostileValue, async (delta) => {
        const model = ({ onText }: ModelRequest): string => {
          onText?.(delta() as string);
          return "Answer: left";
        };
        expectWhole(await holdWith(model));
      }),
    );
  });

  it("anything an AI SDK model gives back", async () => {
    const piece = fc.oneof(
      hostileValue,
      objectWith({
        type: oneOfThese("text", "text-delta", "error", "file"),
        text: hostileValue,
        delta: hostileValue,
        error: hostileThrown,
      }),
      oneOfThese({ type: "text", text: "Answer: left" }),
      oneOfThese({ type: "text-delta", delta: "Answer: left" }),
      objectWith({ type: oneOfThese("finish"), usage: hostileValue, finishReason: hostileValue }),
    );
    const figures = objectWith({
      inputTokens: hostileValue,
      outputTokens: hostileValue,
      raw: hostileValue,
    });
    const outcome = fc.oneof(
      hostileValue,
      objectWith({
        content: fc.oneof(hostileValue, listWith(piece, 3)),
        usage: fc.oneof(hostileValue, figures),
        finishReason: fc.oneof(hostileValue, objectWith({ unified: hostileValue })),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        outcome,
        fc.oneof(hostileValue, listWith(piece, 4)),
        fc.constantFrom("openrouter", "openai.chat"),
        fc.boolean(),
        async (result, parts, provider, streamed) => {
          const model = {
            specificationVersion: "v4",
            provider,
            modelId: "fake",
            supportedUrls: {},
            doGenerate: async () => result(),
            doStream: async () => ({ stream: parts() }),
          };
          expectWhole(await holdWith(model as unknown as Model, {}, streamed));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("a finish reason that is null, a tool call with a function and a big integer", async () => {
    const { result } = await holdWith((() => ({
      text: "Answer: left",
      finishReason: null,
      toolCalls: [{ name: "look", input: { query: () => 1, id: 5n }, output: new Map() }],
    })) as unknown as Model);
    expect(result).toMatchObject({ answer: "left", agreement: 1 });
    const [position] = (result as DebateResult).rounds[0]?.positions ?? [];
    expect(position?.toolCalls).toEqual([
      { name: "look", input: { query: "[function]", id: "5" }, output: {} },
    ]);
  });

  it("a judge and a router may do anything too", async () => {
    await fc.assert(
      fc.asyncProperty(hostileReply, async (reply) => {
        const model = reply as Model;
        const { result, events } = await holdWith(says("Answer: right"), {
          judge: model,
          decide: { type: "judged", always: true },
          route: { type: "confident", model },
        });
        expectPlain(events);
        if (result instanceof RostrumError) throw result;
        expectPlain(result);
      }),
      { numRuns: 80 },
    );
  });

  it("a text of many megabytes is cut and counts as cut off", async () => {
    const { result } = await holdWith(() => `Answer: left ${"x".repeat(3_000_000)}`);
    const [position] = (result as DebateResult).rounds[0]?.positions ?? [];
    expect(position).toMatchObject({ status: "unread", truncated: true });
    expect(position?.text).toHaveLength(1_000_000);
  });
});

describe("usage that can't be true is unknown", () => {
  it.each([
    [
      { inputTokens: 0, outputTokens: 5 },
      { inputTokens: null, outputTokens: 5 },
    ],
    [
      { inputTokens: 5, outputTokens: 0 },
      { inputTokens: 5, outputTokens: null },
    ],
    [
      { inputTokens: 1e308, outputTokens: 100_000_001 },
      { inputTokens: null, outputTokens: null },
    ],
    [
      { inputTokens: -1, outputTokens: 2.5 },
      { inputTokens: null, outputTokens: null },
    ],
    [
      { inputTokens: 5, cachedInputTokens: 6, outputTokens: 7, reasoningTokens: 8 },
      { inputTokens: 5, cachedInputTokens: null, outputTokens: 7, reasoningTokens: null },
    ],
  ])("%j", async (usage, believed) => {
    const price = { input: 1, output: 1 };
    const reply = { text: "Answer: left", usage };
    const { result } = await holdWith(() => reply, {
      debaters: Array.from({ length: 2 }, () => ({ model: () => reply, price })),
      budget: { usd: 1 },
      rounds: 0,
    });
    const { rounds, costUsd } = result as DebateResult;
    expect(rounds[0]?.positions[0]?.usage).toEqual(believed);
    const known = believed.inputTokens !== null && believed.outputTokens !== null;
    expect(costUsd === null).toBe(!known);
  });
});

describe("a provider's error text stays on its own line", () => {
  it("new lines, colours and reordering marks are made visible where the text enters", async () => {
    const forged =
      "down\n\u001b[2K\r\u001b[32m✔ debater_1 answered 42\u001b[0m\u202e\u2028error: none\u0085next";
    const events: DebateEvent[] = [];
    const model = (): never => {
      throw Object.assign(new Error(forged), { status: 503, requestId: "a\nb" });
    };
    const result = await debate(
      QUESTION,
      { debaters: [model, ...[1, 2].map(() => says("Answer: left"))], limits: { retries: 0 } },
      { onEvent: (event) => void events.push(event) },
    );
    const told = JSON.stringify([result, events]);
    expect(told).toContain("(status 503, request a b)");
    expect(result.integrity.dropped[0]?.error).toContain("down");
    const texts = [result.integrity.dropped[0]?.error, result.rounds[0]?.positions[0]?.error];
    // oxlint-disable-next-line no-control-regex -- finding control characters is the point
    for (const text of texts) expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  });

  it("a text of megabytes is cut, and the status stays", async () => {
    const model = (): never => {
      throw Object.assign(new Error("long ".repeat(1_000_000)), { status: 500 });
    };
    const { result } = await holdWith(model);
    const error = (result as DebateResult).integrity.dropped[0]?.error ?? "";
    expect(error.length).toBeLessThanOrEqual(1000);
    expect(error).toContain("(status 500)");
  });
});
