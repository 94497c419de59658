import { createOpenAI } from "@ai-sdk/openai";
import { generateText, isStepCount, Output, streamText, tool } from "ai";
import { z } from "zod";
import {
  expect,
  isSix,
  messages,
  question,
  expectStatus,
  shape,
  type ClientTasks,
} from "./tasks.ts";

export function aiSdk(url: string): ClientTasks {
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
      const result = await generateText({
        model: provider("panel"),
        prompt: "Which city?",
        output,
      });
      expect(result.output.city === "Lima", JSON.stringify(result.output));
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
      expectStatus(
        generateText({ model: provider("nobody"), prompt: question, maxRetries: 0 }),
        404,
      ),
  };
}
