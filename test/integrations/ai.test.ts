import {
  createProviderRegistry,
  customProvider,
  generateText,
  isStepCount,
  Output,
  streamText,
  tool,
  ToolLoopAgent,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { debateModel, debateTool } from "../../packages/server/src/integrations/ai/index.ts";
import { Debate, type Verdict } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

type Content =
  | { type: "text"; text: string }
  | { type: "tool-call"; toolCallId: string; toolName: string; input: string };

/** An AI SDK model that says these things in turn, the last one again and again. */
function says(...turns: (string | Content[])[]): MockLanguageModelV4 {
  let call = 0;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const turn = turns[Math.min(call++, turns.length - 1)] ?? "";
      const content: Content[] = typeof turn === "string" ? [{ type: "text", text: turn }] : turn;
      const calls = content.some(({ type }) => type === "tool-call");
      return {
        content,
        finishReason: {
          unified: calls ? ("tool-calls" as const) : ("stop" as const),
          raw: undefined,
        },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

const a = "Answer: red\nConfidence: 0.9";
const b = "Answer: blue\nConfidence: 0.6";

describe("a debate as a language model", () => {
  test("generateText: the verdict is the text, usage is summed, metadata says how sure", async () => {
    const model = debateModel({
      debaters: [says(a), says(a), says(b)],
      compare: "rules",
      rounds: 0,
    });
    const { text, usage, providerMetadata } = await generateText({
      model,
      prompt: "Which colour?",
    });
    expect(text).toContain("red");
    expect(usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
    expect(providerMetadata?.["rostrum"]).toMatchObject({
      agreement: 2 / 3,
      confidence: 0.9,
      escalate: false,
      costUsd: null,
      degraded: false,
    });
  });

  test("earlier turns are context, the last user turn is the question", async () => {
    const heard = says(a);
    const model = debateModel({ debaters: [heard, says(a)], rounds: 0 });
    await generateText({
      model,
      instructions: "Be brief.",
      messages: [
        { role: "user", content: "I like warm colours." },
        { role: "assistant", content: "Noted." },
        { role: "user", content: "Which colour?" },
      ],
    });
    const prompt = JSON.stringify(heard.doGenerateCalls[0]?.prompt);
    expect(prompt).toContain("Be brief.");
    expect(prompt).toContain("I like warm colours.");
    expect(prompt.indexOf("Which colour?")).toBeGreaterThan(prompt.indexOf("Noted."));
  });

  test("Output.object without a judge: the debaters agree on a typed answer", async () => {
    const reply =
      'Answer: {"city":"Paris"}\n{"reasoning":"so","answer":{"city":"Paris"},"confidence":0.8}';
    const model = debateModel({
      debaters: [says(reply), says(reply)],
      rounds: 0,
    });
    const { output } = await generateText({
      model,
      prompt: "Which city?",
      output: Output.object({ schema: z.object({ city: z.string() }) }),
    });
    expect(output).toEqual({ city: "Paris" });
  });

  test("Output.object with a judge: only the judge is held to the shape", async () => {
    const judge = says('{"city":"Paris"}');
    const debaters = [says("Answer: Paris"), says("Answer: Rome")];
    const model = debateModel({ debaters, judge, compare: "rules", rounds: 0 });
    const { output } = await generateText({
      model,
      prompt: "Which city?",
      output: Output.object({ schema: z.object({ city: z.string() }) }),
    });
    expect(output).toEqual({ city: "Paris" });
    expect(judge.doGenerateCalls[0]?.responseFormat).toMatchObject({ type: "json" });
    for (const debater of debaters) {
      expect(debater.doGenerateCalls[0]?.responseFormat).toBeUndefined();
    }
  });

  test("Output.object with a judge whose answer a checker refutes: it is not the verdict", async () => {
    const judge = says('{"city":"Rome"}');
    const verify = (answer: unknown): Verdict =>
      String(answer).includes("Rome") ? "refuted" : "unknown";
    const debaters = [says("Answer: Paris"), says("Answer: Paris"), says("Answer: Lyon")];
    const model = debateModel({ debaters, judge, verify, compare: "rules", rounds: 0 });
    const asked = generateText({
      model,
      prompt: "Which city?",
      output: Output.object({ schema: z.object({ city: z.string() }) }),
    });
    await expect(asked.then(({ output }) => output)).rejects.toMatchObject({
      text: "Answer: Paris",
    });
  });

  test("streamText: debaters' turns are reasoning, the verdict is text", async () => {
    const panel = { debaters: scripted(() => a), panelSize: 2, rounds: 0 };
    const stream = streamText({ model: debateModel(panel), prompt: "Which colour?" });
    let reasoning = "";
    let text = "";
    for await (const part of stream.stream) {
      if (part.type === "reasoning-delta") reasoning += part.text;
      if (part.type === "text-delta") text += part.text;
    }
    expect(reasoning).toContain("debater_0, first answers:");
    expect(reasoning).toContain("debater_1, first answers:");
    expect(text).toBe(a);
    expect((await stream.providerMetadata)?.["rostrum"]).toMatchObject({ agreement: 1 });
  });

  test("a ToolLoopAgent: only the judge sees the tools, and goes on alone when they have run", async () => {
    const debaters = [says("Answer: 6"), says("Answer: 7")];
    const judge = says(
      [{ type: "tool-call", toolCallId: "c1", toolName: "multiply", input: '{"x":2,"y":3}' }],
      "Answer: 6",
    );
    const agent = new ToolLoopAgent({
      model: debateModel({ debaters, judge, compare: "rules", rounds: 0 }),
      tools: {
        multiply: tool({
          inputSchema: z.object({ x: z.number(), y: z.number() }),
          execute: async ({ x, y }) => x * y,
        }),
      },
      stopWhen: isStepCount(4),
    });
    const { text, steps } = await agent.generate({ prompt: "What is 2 times 3?" });
    expect(text).toBe("Answer: 6");
    expect(steps).toHaveLength(2);
    // A judge that calls a tool without a word has not failed, and nobody else decides.
    expect(steps[0]?.providerMetadata?.["rostrum"]).toMatchObject({
      degraded: false,
      winner: null,
      agreement: null,
    });
    expect(debaters.map((debater) => debater.doGenerateCalls.length)).toEqual([1, 1]);
    expect(debaters[0]?.doGenerateCalls[0]?.tools).toBeUndefined();
    expect(judge.doGenerateCalls[0]?.tools).toHaveLength(1);
    const second = JSON.stringify(judge.doGenerateCalls[1]?.prompt);
    expect(second).toContain("tool-result");
    expect(second).toContain("Answer: 7");
  });

  test("goes by an id of a provider registry", async () => {
    const model = debateModel({ debaters: [says(a), says(a)], rounds: 0 });
    const registry = createProviderRegistry(
      { rostrum: customProvider({ languageModels: { "contract-review": model } }) },
      { separator: "/" },
    );
    const { text } = await generateText({
      model: registry.languageModel("rostrum/contract-review"),
      prompt: "Which colour?",
    });
    expect(text).toContain("red");
  });

  test("abort reaches the debaters", async () => {
    const controller = new AbortController();
    const seen: AbortSignal[] = [];
    const waiting = (request: { signal: AbortSignal }): Promise<string> => {
      seen.push(request.signal);
      if (seen.length === 2) controller.abort();
      return new Promise(() => undefined);
    };
    const model = debateModel({ debaters: waiting, panelSize: 2, rounds: 0 });
    await expect(
      generateText({ model, prompt: "q", abortSignal: controller.signal }),
    ).rejects.toMatchObject({ name: "AbortError" });
    expect(seen.every(({ aborted }) => aborted)).toBe(true);
  });

  test("takes a Debate as well, and many calls at once", async () => {
    const model = debateModel(new Debate({ debaters: scripted(() => a), panelSize: 3, rounds: 0 }));
    const texts = await Promise.all(
      Array.from({ length: 20 }, () =>
        generateText({ model, prompt: "q" }).then(({ text }) => text),
      ),
    );
    expect(new Set(texts)).toEqual(new Set([a]));
  });
});

describe("a debate as a tool", () => {
  test("an agent calls it for its hard question", async () => {
    const caller = says(
      [
        {
          type: "tool-call",
          toolCallId: "c1",
          toolName: "panel",
          input: '{"question":"Which colour?"}',
        },
      ],
      "The panel says red.",
    );
    const agent = new ToolLoopAgent({
      model: caller,
      tools: {
        panel: debateTool({
          debaters: scripted(() => a),
          panelSize: 3,
          rounds: 0,
        }),
      },
      stopWhen: isStepCount(3),
    });
    const { text, steps } = await agent.generate({ prompt: "Ask the panel." });
    expect(text).toBe("The panel says red.");
    expect(steps[0]?.toolResults[0]?.output).toMatchObject({
      answer: "red",
      agreement: 1,
      escalate: false,
      degraded: false,
    });
  });
});
