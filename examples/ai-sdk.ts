// A panel wherever the AI SDK takes a model: plain text, a typed object, a stream, and a tool for agents.
import assert from "node:assert/strict";
import { customProvider, generateText, Output, streamText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { debateModel, debateTool } from "rostrum/ai";
import { z } from "zod";

// Stand-ins for real models, so that this runs without a key: plain functions would do as well.
const yes = () => "The clause names a term and a place.\nAnswer: enforceable\nConfidence: 0.8";
const no = () => "The clause bars all work.\nAnswer: not enforceable\nConfidence: 0.6";

const panel = debateModel({ debaters: [yes, yes, no], rounds: 1 });

// 1. As a model. The metadata says how far to trust the answer.
const { text, providerMetadata } = await generateText({
  model: panel,
  prompt: "Is this clause enforceable?",
});
console.log(text);
console.log(providerMetadata?.["rostrum"]);
assert.match(text, /Answer: enforceable/);
assert.equal(providerMetadata?.["rostrum"]?.["agreement"], 2 / 3);

// 2. By name, from a provider of your own.
const provider = customProvider({ languageModels: { "contract-review": panel } });
const named = await generateText({
  model: provider.languageModel("contract-review"),
  prompt: "Is this clause enforceable?",
});
assert.equal(named.text, text);

// 3. A typed object: the judge alone is held to the shape.
const judge = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: "text", text: '{"enforceable":true}' }],
    finishReason: { unified: "stop", raw: undefined },
    usage: {
      inputTokens: { total: 50, noCache: 50, cacheRead: 0, cacheWrite: undefined },
      outputTokens: { total: 5, text: 5, reasoning: undefined },
    },
    warnings: [],
  }),
});
const { output } = await generateText({
  model: debateModel({ debaters: [yes, no], judge, rounds: 0 }),
  prompt: "Is this clause enforceable?",
  output: Output.object({ schema: z.object({ enforceable: z.boolean() }) }),
});
assert.deepEqual(output, { enforceable: true });

// 4. As a stream: the debaters' turns arrive as reasoning, the verdict as text.
const kinds = new Set<string>();
const stream = streamText({ model: panel, prompt: "Is this clause enforceable?" });
for await (const part of stream.stream) kinds.add(part.type);
assert.ok(kinds.has("text-delta"));

// 5. As a tool that an agent calls for its hard questions.
const tools = { ask_the_panel: debateTool({ debaters: [yes, yes, no], rounds: 0 }) };
assert.ok(tools.ask_the_panel.description);
