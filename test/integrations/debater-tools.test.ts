import { tool } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Debate, fold, type DebateEvent } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};

type Turn = string | { tool: string; input: object };

/** A streaming model that says or calls these things in turn. */
function says(...turns: Turn[]): MockLanguageModelV4 {
  let call = 0;
  return new MockLanguageModelV4({
    doStream: async () => {
      const turn = turns[Math.min(call++, turns.length - 1)] ?? "";
      const speaking = typeof turn === "string";
      return {
        stream: simulateReadableStream({
          chunks: [
            { type: "stream-start" as const, warnings: [] },
            ...(speaking
              ? [
                  { type: "text-start" as const, id: "t" },
                  { type: "text-delta" as const, id: "t", delta: turn },
                  { type: "text-end" as const, id: "t" },
                ]
              : [
                  {
                    type: "tool-call" as const,
                    toolCallId: `c${call}`,
                    toolName: turn.tool,
                    input: JSON.stringify(turn.input),
                  },
                ]),
            {
              type: "finish" as const,
              usage,
              finishReason: {
                unified: speaking ? ("stop" as const) : ("tool-calls" as const),
                raw: undefined,
              },
            },
          ],
        }),
      };
    },
    doGenerate: async () => ({
      content: [],
      usage,
      finishReason: { unified: "stop" as const, raw: undefined },
      warnings: [],
    }),
  });
}

const multiply = tool({
  inputSchema: z.object({ x: z.number(), y: z.number() }),
  execute: async ({ x, y }) => x * y,
});
const broken = tool({
  inputSchema: z.object({ query: z.string() }),
  execute: async ({ query }): Promise<string> => {
    throw new Error(`no network for ${query}`);
  },
});

const other = scripted(() => "Answer: 42");

describe("a debater with tools", () => {
  test("its calls are part of the position, the events and the cost", async () => {
    const model = says({ tool: "multiply", input: { x: 6, y: 7 } }, "Answer: 42");
    const debate = new Debate({
      debaters: [{ model, tools: { multiply } }, other],
      rounds: 0,
    });
    const stream = debate.stream("What is 6 times 7?");
    const events: DebateEvent[] = [];
    for await (const event of stream) events.push(event);
    const result = await stream.result;
    const [position] = result.rounds[0]?.positions ?? [];
    expect(position).toMatchObject({
      answer: "42",
      toolCalls: [{ name: "multiply", input: { x: 6, y: 7 }, output: 42 }],
      usage: { inputTokens: 20, outputTokens: 10 },
    });
    expect(fold(events).result).toEqual(result);
  });

  test("a tool that fails is the debater's problem, not the run's", async () => {
    const model = says({ tool: "broken", input: { query: "x" } }, "Answer: 42");
    const result = await new Debate({
      debaters: [{ model, tools: { broken } }, other],
      rounds: 0,
    }).run("q");
    expect(result.integrity.degraded).toBe(false);
    expect(result.rounds[0]?.positions[0]?.toolCalls).toMatchObject([
      { name: "broken", error: "no network for x" },
    ]);
  });

  test("must answer without tools after its steps", async () => {
    const model = says({ tool: "multiply", input: { x: 1, y: 1 } });
    const result = await new Debate({
      debaters: [{ model, tools: { multiply }, maxToolSteps: 3 }, other, other],
      rounds: 0,
    }).run("q");
    expect(model.doStreamCalls).toHaveLength(3);
    expect(model.doGenerateCalls.length).toBeGreaterThan(0);
    for (const { tools } of model.doGenerateCalls) expect(tools).toBeUndefined();
    expect(result.rounds[0]?.positions[0]?.status).toBe("unread");
  });

  test("offers tools in round 0 only, unless told otherwise", async () => {
    for (const toolsInRevisions of [false, true]) {
      const asked: boolean[] = [];
      const model = scripted(({ tools }) => {
        asked.push(tools !== undefined);
        return "Answer: 42";
      });
      await new Debate({
        debaters: [{ model, tools: { multiply }, toolsInRevisions }, other],
        rounds: 1,
        revise: "everyone",
        stop: "never",
      }).run("q");
      expect(asked).toEqual([true, toolsInRevisions]);
    }
  });
});
