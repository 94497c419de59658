import { createRequire } from "node:module";
import { z } from "zod";
import { expect, isSix, messages, parameters, refused, shape, type Tried } from "./tasks.ts";

export async function langChain(url: string): Promise<Tried> {
  const require = createRequire(import.meta.url);
  const { ChatOpenAI } = (await import(require.resolve("@langchain/openai"))) as {
    ChatOpenAI: new (options: object) => LangChainModel;
  };
  interface Said {
    content: unknown;
    tool_calls?: { id?: string; name: string; args: Record<string, number> }[];
  }
  interface LangChainModel {
    invoke(messages: unknown): Promise<Said>;
    stream(messages: unknown): Promise<AsyncIterable<Said>>;
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
      const bound = ask("bench").bindTools([
        { type: "function", function: { name: "multiply", parameters } },
      ]);
      const said = await bound.invoke(messages);
      const call = said.tool_calls?.[0];
      expect(call?.name === "multiply", "no tool was called");
      const returned = { role: "tool", tool_call_id: call!.id, content: "6" };
      isSix((await bound.invoke([...messages, said, returned])).content);
    },
    async JSON() {
      const typed = ask("panel").withStructuredOutput(z.toJSONSchema(shape), {
        method: "jsonSchema",
        name: "city",
      });
      const given = (await typed.invoke("Which city?")) as { city: string };
      expect(given.city === "Lima", JSON.stringify(given));
    },
    async "follow-up"() {
      const said = await ask("bench").invoke(messages);
      isSix(
        (await ask("bench").invoke([...messages, said, { role: "user", content: "Sure?" }]))
          .content,
      );
    },
    errors: () => refused(ask("nobody").invoke(messages), 404),
  };
}
