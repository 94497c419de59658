import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { sqliteJournal, type ModelFunction } from "rostrum";
import type { Serving } from "rostrum/server";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { says } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";
import { listening } from "./support/socket.ts";

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};
const CALL = {
  type: "tool-call" as const,
  toolCallId: "own",
  toolName: "multiply",
  input: '{"x":2,"y":3}',
};

/** A judge that calls a tool when it is offered one and has no result yet. */
function judging(): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools }) => {
      const called = (tools?.length ?? 0) > 0 && !JSON.stringify(prompt).includes("tool returned");
      return {
        content: called ? [CALL] : [{ type: "text", text: "It is six.\nAnswer: 6" }],
        finishReason: { unified: called ? "tool-calls" : "stop", raw: undefined },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

const messages = [{ role: "user" as const, content: "What is 2 times 3?" }];
const tools = [
  {
    type: "function" as const,
    function: {
      name: "multiply",
      description: "Multiplies.",
      parameters: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } },
    },
  },
];

async function panel(): Promise<{ serving: Serving; judge: MockLanguageModelV4; openai: OpenAI }> {
  const judge = judging();
  const serving = await listening({
    panels: {
      bench: { debaters: [says("6"), says("7")], judge: { name: "jud", model: judge }, rounds: 0 },
      alone: { debaters: [says("6"), says("7")], rounds: 0 },
      functions: { debaters: [says("6"), says("7")], judge: says("6"), rounds: 0 },
    },
  });
  return {
    serving,
    judge,
    openai: new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: "none", maxRetries: 0 }),
  };
}

describe("a client's tools on the chat route", () => {
  test("go to the judge, whose calls are returned; with their results it continues alone", async () => {
    const { openai, judge, serving } = await panel();
    const asked = { model: "bench", messages, tools };
    const first = await openai.chat.completions.create(asked);
    const [choice] = first.choices;
    expect(choice).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: null,
        tool_calls: [
          { type: "function", function: { name: "multiply", arguments: '{"x":2,"y":3}' } },
        ],
      },
    });
    const [call] = choice?.message.tool_calls ?? [];
    const second = await openai.chat.completions.create({
      ...asked,
      messages: [
        ...messages,
        choice!.message,
        { role: "tool", tool_call_id: call!.id, content: "6" },
      ],
    });
    expect(second.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: "It is six.\n\n6" },
    });
    const prompts = judge.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
    expect(prompts).toHaveLength(2);
    // It knows the debate that it judged, what it called, and what came of it.
    expect(prompts[1]).toContain("earlier debate");
    expect(prompts[1]).toContain("I call multiply");
    expect(prompts[1]).toContain("What a tool returned");
    const id = (second as unknown as { rostrum: { debate_id: string } }).rostrum.debate_id;
    const record = await (await fetch(`${serving.url}/debates/${id}`)).json();
    expect(record).toMatchObject({
      started: { parent: expect.any(String) },
      result: { usage: { calls: 1 } },
    });
  });

  test("are streamed as OpenAI streams them", async () => {
    const { openai } = await panel();
    const runner = openai.chat.completions.stream({ model: "bench", messages, tools });
    const { choices } = await runner.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { tool_calls: [{ function: { name: "multiply", arguments: '{"x":2,"y":3}' } }] },
    });
  });

  test.each([
    ["alone", "without a judge"],
    ["functions", "whose judge can't call tools"],
  ])("are refused by the panel %s, before anything is spent", async (model, words) => {
    const { openai } = await panel();
    await expect(openai.chat.completions.create({ model, messages, tools })).rejects.toMatchObject({
      status: 400,
      param: "tools",
      message: expect.stringContaining(words),
    });
  });

  test("an invalid tool is refused", async () => {
    const { serving } = await panel();
    for (const wrong of [
      { type: "web_search" },
      { type: "function" },
      7,
      { type: "function", name: "a b" },
    ]) {
      const response = await fetch(`${serving.url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "bench", messages, tools: [wrong] }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { param: "tools[0]" } });
    }
  });
});

const multiply = tool({
  inputSchema: z.object({ x: z.number(), y: z.number() }),
  execute: async ({ x, y }) => x * y,
});

test("the AI SDK's default provider runs its tools through the Responses API", async () => {
  const { serving } = await panel();
  const provider = createOpenAI({ baseURL: `${serving.url}/v1`, apiKey: "none" });
  const options = {
    model: provider("bench"),
    prompt: "What is 2 times 3?",
    tools: { multiply },
    stopWhen: isStepCount(3),
  };
  const { text, steps } = await generateText(options);
  expect([text, steps.length]).toEqual(["It is six.\n\n6", 2]);
  const streamed = streamText(options);
  expect(await streamed.text).toBe("It is six.\n\n6");
});

test("tool calls are in the journal: the same key gets them again from another server", async () => {
  const path = join(ownFolder(), "runs.db");
  const judge = judging();
  const panels = {
    bench: { debaters: [says("6"), says("7")], judge, rounds: 0 },
  };
  const answers: unknown[] = [];
  for (let turn = 0; turn < 2; turn++) {
    const journal = sqliteJournal(path);
    onTestFinished(() => journal.close());
    const { url } = await listening({ panels, journal });
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "sum-1" },
      body: JSON.stringify({ model: "bench", messages, tools }),
    });
    answers.push(await response.json());
  }
  expect(answers[0]).toMatchObject({ choices: [{ finish_reason: "tool_calls" }] });
  expect(answers[1]).toEqual(answers[0]);
  expect(judge.doGenerateCalls).toHaveLength(1);
});

describe("the verdict is streamed while the judge writes it", () => {
  const WORDS =
    "The longer of the two arguments carries more weight here, and nobody answered it.\nSo it stands.\n\nAnswer: 6\nConfidence: 0.8";

  /** Writes its first line, and the rest when it is released. */
  function halting(open: Promise<void>): ModelFunction {
    return async ({ onText }) => {
      onText?.(WORDS.slice(0, 60));
      await open;
      onText?.(WORDS.slice(60));
      return { text: WORDS, usage: { inputTokens: 1, outputTokens: 1 } };
    };
  }

  async function slow(): Promise<{ openai: OpenAI; go(): void }> {
    const held = Promise.withResolvers<void>();
    const { url } = await listening({
      panels: {
        bench: {
          debaters: [says("6"), says("6"), says("7")],
          judge: halting(held.promise),
          rounds: 0,
        },
      },
    });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    return { openai, go: held.resolve };
  }

  test("by chat completions, and together it is what an unstreamed answer has", async () => {
    const { openai, go } = await slow();
    let content = "";
    const pieces: string[] = [];
    const request = { model: "bench", messages, stream: true as const };
    for await (const { choices } of await openai.chat.completions.create(request)) {
      const piece = choices[0]?.delta.content ?? "";
      if (piece === "") continue;
      pieces.push(piece);
      content += piece;
      // The judge waits until somebody has read its beginning.
      go();
    }
    expect(pieces.length).toBeGreaterThan(1);
    const whole = await openai.chat.completions.create({ model: "bench", messages });
    expect(content).toBe(whole.choices[0]?.message.content);
    expect(content).toMatch(/So it stands\.\n\n6$/);
  });

  test("by the Responses API", async () => {
    const { openai, go } = await slow();
    const runner = openai.responses.stream({ model: "bench", input: "What is 2 times 3?" });
    runner.on("response.output_text.delta", go);
    const response = await runner.finalResponse();
    expect(response.output_text).toMatch(/^The longer[^]*So it stands\.\n\n6$/);
  });

  const REASONS =
    "The longer of the two arguments carries more weight here, as nobody answered it.";

  /** How judges write the marks around their answer, and what may come before and after them. */
  const MARKED: [string, (mark: string) => string][] = [
    ["after an empty line", (mark) => `${REASONS}\n\n[[answer ${mark}]]\n6\n[[end ${mark}]]`],
    ["on the next line", (mark) => `${REASONS}\n[[answer ${mark}]]\n6\n[[end ${mark}]]`],
    [
      "with words after them",
      (mark) => `${REASONS}\n\n[[answer ${mark}]]\n6\n[[end ${mark}]]\n\nConfidence: 0.8`,
    ],
    [
      "first of all",
      (mark) => `[[answer ${mark}]]\n6\n[[end ${mark}]]\n\n${REASONS}\n\n${REASONS}`,
    ],
  ];

  /** Writes word by word, with the marks of its own call. */
  const marking =
    (write: (mark: string) => string): ModelFunction =>
    async ({ onText, messages: turns }) => {
      const turn = turns.at(-1)?.content ?? "";
      const text = write(/\[\[answer (\w+)\]\]/.exec(turn)?.[1] ?? "");
      for (const piece of text.split(/(?<=\s)/)) {
        onText?.(piece);
        await nextTurn();
      }
      return { text, usage: { inputTokens: 1, outputTokens: 1 } };
    };

  test.each(MARKED)("once, if the answer is between marks %s", async (_, write) => {
    const { url } = await listening({
      panels: {
        bench: {
          debaters: [says("6"), says("6"), says("7")],
          judge: marking(write),
          rounds: 0,
        },
      },
    });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    const whole = await openai.chat.completions.create({ model: "bench", messages });
    const expected = whole.choices[0]?.message.content ?? "";
    expect(expected).toContain(REASONS);
    let content = "";
    const request = { model: "bench", messages, stream: true as const };
    for await (const { choices } of await openai.chat.completions.create(request))
      content += choices[0]?.delta.content ?? "";
    const runner = openai.responses.stream({ model: "bench", input: "What is 2 times 3?" });
    const { output_text: responded } = await runner.finalResponse();
    const squeeze = (text: string): string => text.replaceAll(/\s+/g, " ");
    expect([content, responded].map(squeeze)).toEqual([expected, expected].map(squeeze));
  });

  test("not for a degraded debate, whose notice must come first", async () => {
    const down: ModelFunction = () => {
      throw new Error("down");
    };
    const { url } = await listening({
      panels: {
        bench: {
          debaters: [says("6"), says("6"), says("7"), down],
          judge: halting(Promise.resolve()),
          rounds: 0,
          limits: { retries: 0 },
        },
      },
    });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    let content = "";
    const request = { model: "bench", messages, stream: true as const };
    for await (const { choices } of await openai.chat.completions.create(request))
      content += choices[0]?.delta.content ?? "";
    expect(content).toMatch(/^Notice: Degraded/);
  });

  test("a judge that fails after it has begun leaves the vote as the answer", async () => {
    const failing: ModelFunction = ({ onText }) => {
      onText?.(WORDS.slice(0, 100));
      throw new Error("gone");
    };
    const { url } = await listening({
      panels: {
        bench: {
          debaters: [says("6"), says("6"), says("7")],
          judge: failing,
          rounds: 0,
          limits: { retries: 0 },
        },
      },
    });
    const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
    let content = "";
    const request = { model: "bench", messages, stream: true as const };
    for await (const { choices } of await openai.chat.completions.create(request))
      content += choices[0]?.delta.content ?? "";
    expect(content).toMatch(/Notice: Degraded[^]*\n6$/);
  });
});
