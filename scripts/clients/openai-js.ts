import OpenAI from "openai";
import {
  expect,
  isLima,
  isSix,
  messages,
  parameters,
  question,
  expectStatus,
  schema,
  type ClientTasks,
} from "./tasks.ts";

export function openAiChat(url: string): ClientTasks {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const tools = [{ type: "function" as const, function: { name: "multiply", parameters } }];
  return {
    async plain() {
      const { choices } = await openai.chat.completions.create({ model: "bench", messages });
      isSix(choices[0]?.message.content);
    },
    async streaming() {
      let text = "";
      const stream = await openai.chat.completions.create({
        model: "bench",
        messages,
        stream: true,
      });
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
      isSix(text);
    },
    async tools() {
      const request = { model: "bench", tools };
      const first = await openai.chat.completions.create({ ...request, messages });
      const toolMessage = first.choices[0]?.message;
      const id = toolMessage?.tool_calls?.[0]?.id ?? "";
      expect(toolMessage && id !== "", "no tool was called");
      const { choices } = await openai.chat.completions.create({
        ...request,
        messages: [...messages, toolMessage!, { role: "tool", tool_call_id: id, content: "6" }],
      });
      isSix(choices[0]?.message.content);
    },
    async JSON() {
      const { choices } = await openai.chat.completions.create({
        model: "panel",
        messages: [{ role: "user", content: "Which city?" }],
        response_format: { type: "json_schema", json_schema: schema },
      });
      isLima(choices[0]?.message.content);
    },
    async "follow-up"() {
      const { choices } = await openai.chat.completions.create({
        model: "bench",
        messages: [
          ...messages,
          { role: "assistant", content: "6" },
          { role: "user", content: "Sure?" },
        ],
      });
      isSix(choices[0]?.message.content);
    },
    errors: () => expectStatus(openai.chat.completions.create({ model: "nobody", messages }), 404),
  };
}

export function openAiResponses(url: string): ClientTasks {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  const model = "bench";
  return {
    async plain() {
      isSix((await openai.responses.create({ model, input: question })).output_text);
    },
    async streaming() {
      const stream = openai.responses.stream({ model, input: question });
      isSix((await stream.finalResponse()).output_text);
    },
    async tools() {
      const tools = [{ type: "function" as const, name: "multiply", parameters, strict: false }];
      const first = await openai.responses.create({ model, input: question, tools });
      const call = first.output.find((item) => item.type === "function_call");
      expect(call, "no tool was called");
      const second = await openai.responses.create({
        model,
        tools,
        input: [
          { role: "user", content: question },
          call!,
          { type: "function_call_output", call_id: call!.call_id, output: "6" },
        ],
      });
      isSix(second.output_text);
    },
    async JSON() {
      const { output_text } = await openai.responses.create({
        model: "panel",
        input: "Which city?",
        text: { format: { type: "json_schema", ...schema } },
      });
      isLima(output_text);
    },
    async "follow-up"() {
      const first = await openai.responses.create({ model, input: question });
      const previous_response_id = first.id;
      isSix(
        (await openai.responses.create({ model, input: "Sure?", previous_response_id }))
          .output_text,
      );
    },
    errors: () => expectStatus(openai.responses.create({ model: "nobody", input: question }), 404),
  };
}
