import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, Output, streamText, tool } from "ai";
import { z } from "zod";
import { expect, isSix, messages, question, refused, shape, type Tried } from "./tasks.ts";

export function aiSdk(url: string): Tried {
  const provider = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
  const model = provider("bench");
  const multiply = tool({
    inputSchema: z.object({ x: z.number(), y: z.number() }),
    execute: async ({ x, y }) => x * y,
  });
  return {
    plain: async () => isSix((await generateText({ model, prompt: question })).text),
    streaming: async () => isSix(await streamText({ model, prompt: question }).text),
    async tools() {
      const tools = { multiply };
      const { text, steps } = await generateText({
        model,
        prompt: question,
        tools,
        stopWhen: isStepCount(3),
      });
      expect(steps.length === 2, "no tool was called");
      isSix(text);
    },
    async JSON() {
      const output = Output.object({ schema: shape });
      const given = await generateText({ model: provider("panel"), prompt: "Which city?", output });
      expect(given.output.city === "Lima", JSON.stringify(given.output));
    },
    async "follow-up"() {
      const first = await generateText({ model, prompt: question });
      const next = [
        ...messages,
        ...first.response.messages,
        { role: "user" as const, content: "Sure?" },
      ];
      isSix((await generateText({ model, messages: next })).text);
    },
    errors: () =>
      refused(generateText({ model: provider("nobody"), prompt: question, maxRetries: 0 }), 404),
  };
}
