import { createRequire } from "node:module";
import { z } from "zod";
import {
  expect,
  isSix,
  messages,
  parameters,
  expectStatus,
  shape,
  type ClientTasks,
} from "./tasks.ts";

export async function langChain(url: string): Promise<ClientTasks> {
  const require = createRequire(import.meta.url);
  const { ChatOpenAI } = (await import(require.resolve("@langchain/openai"))) as {
    ChatOpenAI: new (options: object) => LangChainModel;
  };
  interface ChatMessage {
    content: unknown;
    tool_calls?: { id?: string; name: string; args: Record<string, number> }[];
  }
  interface LangChainModel {
    invoke(messages: unknown): Promise<ChatMessage>;
    stream(messages: unknown): Promise<AsyncIterable<ChatMessage>>;
    bindTools(tools: unknown[]): LangChainModel;
    withStructuredOutput(
      schema: unknown,
      options: object,
    ): { invoke(messages: unknown): Promise<unknown> };
  }
  const ask = (model: string): LangChainModel =>
    new ChatOpenAI({
      model,
      apiKey: "none",
      maxRetries: 0,
      configuration: { baseURL: `${url}/v1` },
    });
  return {
    plain: async () => isSix((await ask("bench").invoke(messages)).content),
    async streaming() {
      let text = "";
      for await (const { content } of await ask("bench").stream(messages)) text += String(content);
      isSix(text);
    },
    async tools() {
      const modelWithTools = ask("bench").bindTools([
        { type: "function", function: { name: "multiply", parameters } },
      ]);
      const toolMessage = await modelWithTools.invoke(messages);
      const call = toolMessage.tool_calls?.[0];
      expect(call?.name === "multiply", "no tool was called");
      const returned = { role: "tool", tool_call_id: call!.id, content: "6" };
      isSix((await modelWithTools.invoke([...messages, toolMessage, returned])).content);
    },
    async JSON() {
      const typed = ask("panel").withStructuredOutput(z.toJSONSchema(shape), {
        method: "jsonSchema",
        name: "city",
      });
      const result = (await typed.invoke("Which city?")) as { city: string };
      expect(result.city === "Lima", JSON.stringify(result));
    },
    async "follow-up"() {
      const firstMessage = await ask("bench").invoke(messages);
      isSix(
        (await ask("bench").invoke([...messages, firstMessage, { role: "user", content: "Sure?" }]))
          .content,
      );
    },
    errors: () => expectStatus(ask("nobody").invoke(messages), 404),
  };
}
