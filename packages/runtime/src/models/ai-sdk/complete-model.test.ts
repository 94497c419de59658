import type {
  LanguageModelV4,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { Debate } from "../../api/debate.ts";
import type { Debater } from "@rostrum/core/protocol";
import { completeModel } from "./complete-model.ts";

const ending = {
  finishReason: { unified: "stop", raw: "end_turn" },
  usage: {
    inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 7, text: 7, reasoning: 0 },
  },
} as const;

const whole: LanguageModelV4GenerateResult = {
  content: [
    { type: "reasoning", text: "hm" },
    { type: "text", text: "Answer: red" },
  ],
  ...ending,
  warnings: [],
};

const parts: LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "hm" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "" },
  { type: "text-delta", id: "t", delta: "Answer: " },
  { type: "text-delta", id: "t", delta: "red" },
  { type: "text-end", id: "t" },
  { type: "finish", ...ending },
];
const doStream: LanguageModelV4["doStream"] = async () => ({
  stream: convertArrayToReadableStream(parts),
});

const named = { specificationVersion: "v4", provider: "acme", modelId: "m", supportedUrls: {} };

/** Models that have one of the two ways. */
const MODELS: readonly [string, () => LanguageModelV4][] = [
  ["a mock with doGenerate", () => new MockLanguageModelV4({ doGenerate: whole })],
  ["a mock with doStream", () => new MockLanguageModelV4({ doStream })],
  ["only doGenerate", () => ({ ...named, doGenerate: async () => whole }) as never],
  ["only doStream", () => ({ ...named, doStream }) as never],
  [
    "a doStream that is not implemented",
    () =>
      ({
        ...named,
        doGenerate: async () => whole,
        doStream: () => Promise.reject(new Error("streaming is not implemented")),
      }) as never,
  ],
];

/** Ways to run a debate, each of which calls models in its own way. */
const WAYS: readonly [string, (debaters: Debater[]) => Promise<{ answer: unknown }>][] = [
  ["run()", (debaters) => new Debate({ debaters, answer: "exact" }).run("Which?")],
  [
    "run() with onEvent",
    (debaters) =>
      new Debate({ debaters, answer: "exact" }).run("Which?", { onEvent: () => undefined }),
  ],
  [
    "stream()",
    async (debaters) => {
      const stream = new Debate({ debaters, answer: "exact" }).stream("Which?");
      for await (const _event of stream);
      return stream.result;
    },
  ],
  [
    "tools",
    (debaters) => new Debate({ debaters, answer: "exact", tools: { calc: true } }).run("Which?"),
  ],
];

describe.each(MODELS)("%s", (_, create) => {
  test.each(WAYS)("works with %s", async (_way, run) => {
    const { answer, usage } = (await run([{ model: create() }, { model: create() }])) as {
      answer: unknown;
      usage?: { outputTokens?: number };
    };
    expect({ answer, tokens: usage?.outputTokens }).toEqual({ answer: "red", tokens: 14 });
  });

  test("gives the same result and the same text either way", async () => {
    const model = completeModel(create());
    const options = { prompt: [] };
    expect(await model.doGenerate(options)).toMatchObject(whole);
    const { stream } = await model.doStream(options);
    let text = "";
    for await (const part of stream) if (part.type === "text-delta") text += part.delta;
    expect(text).toBe("Answer: red");
  });
});

test("a tool call survives both ways", async () => {
  const call = { type: "tool-call", toolCallId: "1", toolName: "look", input: "{}" } as const;
  const generating = completeModel(
    new MockLanguageModelV4({ doGenerate: { content: [call], ...ending, warnings: [] } }),
  );
  const streamed = completeModel(
    new MockLanguageModelV4({ doStream: await generating.doStream({ prompt: [] }) }),
  );
  expect((await streamed.doGenerate({ prompt: [] })).content).toEqual([call]);
});

test("other errors are not covered up, and neither is a model without any way", async () => {
  const broken = completeModel(
    new MockLanguageModelV4({
      doGenerate: whole,
      doStream: () => Promise.reject(new Error("on fire")),
    }),
  );
  await expect(broken.doStream({ prompt: [] })).rejects.toThrow("on fire");
  const refused = Object.assign(new Error("tools are not implemented"), { statusCode: 501 });
  const remote = completeModel(
    new MockLanguageModelV4({ doGenerate: whole, doStream: () => Promise.reject(refused) }),
  );
  await expect(remote.doStream({ prompt: [] })).rejects.toBe(refused);
  const empty = completeModel(new MockLanguageModelV4({}));
  await expect(empty.doGenerate({ prompt: [] })).rejects.toThrow("Not implemented");
});
