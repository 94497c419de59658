/* What AI SDK 6 and rostrum do for each other: its models are members, and a panel is its tool. */
import { generateText } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { debate } from "rostrum";
import { debateTool } from "rostrum/ai";

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

function model(content: { type: "text"; text: string }) {
  const finishReason = { unified: "stop" as const, raw: undefined };
  return new MockLanguageModelV3({
    doGenerate: async () => ({ content: [content], finishReason, usage, warnings: [] }),
  });
}

const member = model({ type: "text", text: "Answer: 323" });
const { answer } = await debate("What is 17 * 19?", { debaters: [member, member], rounds: 0 });
if (answer !== "323") throw new Error(`a panel of its models said ${answer}`);

const agent = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [
      {
        type: "tool-call",
        toolCallId: "1",
        toolName: "panel",
        input: JSON.stringify({ question: "What is 17 * 19?" }),
      },
    ],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage,
    warnings: [],
  }),
});
const panel = debateTool({ debaters: [() => "Answer: 323", () => "Answer: 323"], rounds: 0 });
const { toolResults } = await generateText({ model: agent, tools: { panel }, prompt: "Ask." });
const [result] = toolResults;
if (result?.dynamic || result?.output.answer !== "323") throw new Error("its tool gave no answer");
