import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  memoryJournal,
  score,
  toMarkdown,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import type { Rubric } from "../../packages/core/src/protocol/score.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { scripted, type ScriptedModel } from "../../packages/runtime/src/testing/index.ts";
import { rejection, watch } from "../support/outcomes.ts";
import { inSection, lastTurn, says } from "../support/panel.ts";

const QUESTION = "How many?";
const ONCE = { limits: { clarify: 1 } };

/** Says nothing that can be read, and then, asked again, an answer between the marks of that call. */
function mumbling(answer: string, mumble = "It depends on many things."): ScriptedModel {
  return scripted((request: ModelRequest) =>
    request.stepId.endsWith("_again") ? inSection(request, answer) : mumble,
  );
}

const MUMBLE = "Let me think first.\n\nIt is not easy to say.";

function parseCount(text: string): number | null {
  try {
    return (JSON.parse(text) as { count: number }).count;
  } catch {
    return null;
  }
}

const settings = (more: Partial<DebateConfig<number>> = {}): DebateConfig<number> => ({
  debaters: [mumbling("7"), says("Answer: 7"), says("Answer: 7")],
  answer: "number",
  rounds: 0,
  ...ONCE,
  ...more,
});

describe("a reply that can't be read", () => {
  test("is asked for once more in the same chat, with what was expected", async () => {
    const model = mumbling("7");
    const result = await debate(QUESTION, settings({ debaters: [model, says("7"), says("7")] }), {
      id: "x",
    });
    expect(model.requests.map(({ stepId }) => stepId)).toEqual([
      "x__debater_0_round_0",
      "x__debater_0_round_0_again",
    ]);
    const [first, again] = model.requests;
    expect(again?.messages.slice(0, -2)).toEqual(first?.messages);
    expect(again?.messages.at(-2)).toEqual({
      role: "assistant",
      content: "It depends on many things.",
    });
    expect(lastTurn(again!)).toContain("expected a number");
    expect(result.agreement).toBe(1);
    expect(result.integrity).toMatchObject({ clarified: 1, unread: 0, degraded: false });
    const [position] = result.rounds[0]?.positions ?? [];
    expect(position).toMatchObject({ status: "spoke", answer: "7", clarified: true, attempts: 2 });
    // Nothing that was said is lost.
    expect(position?.text).toBe("It depends on many things.\n\n7");
    expect(result.usage.calls).toBe(4);
  });

  test.each<[string, DebateConfig<never>["answer"], string]>([
    [
      "a reader of one's own that takes the whole reply",
      {
        read: (text: string) => parseCount(text),
        same: (a: unknown, b: unknown) => a === b,
      } as never,
      '{"count": 7}',
    ],
    ["code in a fence", { type: "code", language: "python" } as never, "```python\nprint(7)\n```"],
  ])("counts with what it says when it is asked again: %s", async (_, answer, reply) => {
    const again = (): ScriptedModel =>
      scripted(({ stepId }) => (stepId.endsWith("_again") ? reply : MUMBLE));
    const result = await debate(QUESTION, {
      debaters: [again(), again()],
      answer,
      rounds: 0,
      ...ONCE,
    } as DebateConfig<never>);
    expect(result.integrity).toMatchObject({ clarified: 2, unread: 0, degraded: false });
    expect(result.agreement).toBe(1);
    expect(result.rounds[0]?.positions[0]?.text).toBe(`${MUMBLE}\n\n${reply}`);
  });

  test.each<[string, Rubric, string, string]>([
    [
      "a number off the scale",
      { clarity: "is it clear", depth: "is it deep" },
      '{"clarity": 6, "depth": 2}',
      'expected one JSON object with a number from 1 to 5 for each of "clarity", "depth" (clarity: 6 is not a number from 1 to 5)',
    ],
    ["a word", ["clarity"], "clarity: high", '(clarity: "high" is not a number from 1 to 5)'],
    [
      "names of its own",
      ["clarity", "depth"],
      '{"Clarity": 3, "depth": 2}',
      "(clarity is missing; Clarity is not a criterion)",
    ],
    ["one number off the scale", "how clear", "9", "expected one number from 1 to 5 (9 is not"],
    ["no score", ["clarity"], "A fine text.", "number from 1 to 5 for each of"],
  ])("is told what is wrong with a score: %s", async (_, rubric, said, told) => {
    const model = scripted((request: ModelRequest) => inSection(request, said));
    const run = await watch(
      new Debate({ debaters: [model, model], answer: score({ rubric }), rounds: 0, ...ONCE }),
      QUESTION,
    );
    expect(lastTurn(model.requests.at(-1)!)).toContain(told);
    expect(JSON.stringify(run.events).replaceAll('\\"', '"')).toContain(told);
  });

  test("is asked for again if its section never closes, by a reader of one's own too", async () => {
    const texts: string[] = [];
    const kind = {
      read: (text: string) => {
        texts.push(text);
        return /(\d+)$/.exec(text)?.[1] ?? null;
      },
      same: (one: string, other: string) => one === other,
    };
    const model = scripted((request: ModelRequest) => {
      const section = inSection(request, "17");
      return request.stepId.endsWith("_again") ? section : section.replace(/7\n.*$/, "");
    });
    const debaters = [model, says("It is 17"), says("It is 17")];
    const result = await debate(QUESTION, { debaters, answer: kind, rounds: 0, ...ONCE });
    expect(model.requests).toHaveLength(2);
    expect(result).toMatchObject({ answer: "17", agreement: 1, integrity: { clarified: 1 } });
    expect(texts).not.toContain("1");
  });

  test("keeps the confidence of the first reply, where the second has none", async () => {
    const model = mumbling("7", "Hard to say.\nConfidence: 0.4");
    const result = await debate(QUESTION, settings({ debaters: [model, says("7"), says("7")] }));
    expect(result.rounds[0]?.positions[0]).toMatchObject({ answer: "7", confidence: 0.4 });
  });

  test("stays unread if the second can't be read either, and is asked for no third time", async () => {
    const model = says("It depends.");
    const result = await debate(QUESTION, settings({ debaters: [model, says("7"), says("7")] }));
    expect(model.requests).toHaveLength(2);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "unread", clarified: true });
    expect(result.integrity).toMatchObject({ clarified: 1, unread: 1, degraded: true });
  });

  test("is asked for again by default only where a model or a program gave it", async () => {
    const sdk = new MockLanguageModelV4({
      doGenerate: async () => ({
        content: [{ type: "text", text: "It depends." }],
        finishReason: { unified: "stop", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      }),
    });
    const fn = says("It depends.");
    const config: DebateConfig<number> = {
      debaters: [sdk, fn, says("7"), says("7")],
      answer: "number",
      rounds: 0,
    };
    const result = await debate(QUESTION, config);
    expect(sdk.doGenerateCalls).toHaveLength(2);
    expect(fn.requests).toHaveLength(1);
    expect(result.integrity).toMatchObject({ clarified: 1, unread: 2 });
    await debate(QUESTION, { ...config, limits: { clarify: 0 } });
    expect(sdk.doGenerateCalls).toHaveLength(3);
  });

  test("is not asked for again if it was cut off, or refused by the provider", async () => {
    for (const finishReason of ["length", "content-filter"]) {
      const model = says({ text: "It depends", finishReason });
      const config = settings({ debaters: [model, says("7"), says("7")] });
      const limits = { clarify: 1, retries: 0 };
      await debate(QUESTION, { ...config, limits });
      expect(model.requests).toHaveLength(1);
    }
  });

  test("is left out where the budget has no room for it", async () => {
    const model = mumbling("7");
    const config = settings({ debaters: [model, says("7"), says("7")], budget: { calls: 3 } });
    const result = await debate(QUESTION, config);
    expect(model.requests).toHaveLength(1);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ status: "unread" });
    expect(result.integrity.clarified).toBe(0);
    expect(result.usage.calls).toBe(3);
  });
});

describe("judge and router", () => {
  test("a judge that names nobody is asked for the label again", async () => {
    const judge = scripted((request: ModelRequest) => {
      if (!request.stepId.endsWith("_again")) return "Both have a point.";
      const labels = /The labels are: ([^.]+)\./.exec(request.messages.at(-3)?.content ?? "")?.[1];
      return inSection(request, labels?.split(", ")[1] ?? "");
    });
    const result = await debate(QUESTION, {
      debaters: [says("7"), says("8")],
      anonymous: false,
      judge,
      decide: { type: "judged", mode: "pick" },
      rounds: 0,
      ...ONCE,
    });
    expect(result).toMatchObject({ winner: "debater_1", answer: "8" });
    expect(result.integrity).toMatchObject({ clarified: 1, fallback: null });
    expect(result.decision.judgment).toBe("Both have a point.\n\ndebater_1");
    expect(result.usage.calls).toBe(4);
  });

  test("a synthesis without an answer is asked for again", async () => {
    const judge = mumbling("8");
    const result = await debate(QUESTION, {
      ...settings({ debaters: [says("7"), says("8")] }),
      judge,
    });
    expect(result.answer).toBe(8);
    expect(judge.requests.map(({ stepId }) => stepId.split("__")[1])).toEqual([
      "judge",
      "judge_again",
    ]);
  });

  test("a router is asked again too", async () => {
    const router = scripted((request: ModelRequest) =>
      request.stepId.endsWith("_again")
        ? inSection(request, "7")
        : "I am not sure what to say.\nConfidence: 0.9",
    );
    const result = await debate(
      QUESTION,
      settings({ route: { type: "confident", model: router } }),
    );
    expect(result).toMatchObject({ routing: "single_agent", answer: 7 });
    expect(result.integrity.clarified).toBe(1);
  });
});

describe("asking again is a step like any other", () => {
  test("it is journaled: a run that is resumed, replayed or forked doesn't pay for it again", async () => {
    const journal = memoryJournal();
    const model = mumbling("7");
    let fail = true;
    const flaky = scripted(({ round }: ModelRequest) => {
      if (round === 1 && fail) throw new Error("away");
      return "Answer: 8";
    });
    const config = settings({
      debaters: [model, flaky],
      rounds: 1,
      revise: "everyone",
      stop: "never",
      journal,
      limits: { clarify: 1, retries: 0 },
    });
    const panel = new Debate(config);
    const controller = new AbortController();
    await rejection(
      panel.run(QUESTION, {
        id: "x",
        signal: controller.signal,
        onEvent: ({ type }) => {
          if (type === "debate.debater_failed") controller.abort();
        },
      }),
    );
    fail = false;
    const before = model.requests.length;
    const result = await panel.run(QUESTION, { id: "x" });
    const again = model.requests.filter(({ stepId }) => stepId === "x__debater_0_round_0_again");
    expect(again).toHaveLength(1);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ answer: "7", clarified: true });
    const asked = model.requests.length;
    expect(asked).toBeGreaterThanOrEqual(before);
    const replayed = await panel.replay("x");
    expect(replayed.rounds).toEqual(result.rounds);
    expect(model.requests).toHaveLength(asked);
    const forked = await panel.fork("x", { fromRound: 1 });
    expect(forked.rounds[0]?.positions).toEqual(result.rounds[0]?.positions);
    expect(model.requests.slice(asked).every(({ round }) => round === 1)).toBe(true);
  });

  test("events fold to the result, and exports say that it was asked again", async () => {
    const { events, result } = await watch(new Debate(settings()), QUESTION);
    const stored = events.filter((event) => event.type !== "debate.delta");
    expect(fold(stored).result).toEqual(result);
    expect(
      events.find((event) => event.type === "debate.response" && event.clarified),
    ).toBeDefined();
    expect(toMarkdown(result!)).toContain("asked again");
  });

  test("a reply in hand is not lost when the run is cut off while it is asked for again", async () => {
    const controller = new AbortController();
    const model = async (request: ModelRequest): Promise<string> => {
      if (!request.stepId.endsWith("_again")) return "It depends.";
      controller.abort();
      return new Promise<never>(() => undefined);
    };
    const config = settings({ debaters: [model, says("7")] });
    const error = await rejection(debate(QUESTION, config, { signal: controller.signal }));
    expect(error.name).toBe("AbortError");
    const { partial } = error as { partial?: { rounds: { positions: { text: string }[] }[] } };
    expect(partial?.rounds[0]?.positions[0]?.text).toBe("It depends.");
  });
});

test("a panel of which most can't be read is degraded and escalates", async () => {
  const mumbles = says("It depends.");
  const result = await debate(QUESTION, {
    debaters: [mumbles, mumbles, says("7")],
    answer: "number",
    rounds: 0,
    escalateBelow: 0,
  });
  expect(result).toMatchObject({ answer: 7, escalateToHuman: true });
  expect(result.integrity.degraded).toBe(true);
});
