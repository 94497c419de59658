import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { ModelFunction } from "rostrum";
import { hashToken, newToken, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { pdf } from "../support/files.ts";
import { says } from "./support/models.ts";
import { listening } from "./support/socket.ts";

const down: ModelFunction = () => {
  throw new Error("down");
};
const panels = {
  agreeing: { debaters: [says("42"), says("42")], rounds: 0 },
  torn: { debaters: [says("1"), says("2")], rounds: 0 },
  waiting: { debaters: [says("1"), says("2")], rounds: 0, onEscalate: "wait" as const },
  broken: { debaters: [down, down], limits: { retries: 0 } },
};
const messages = [{ role: "user" as const, content: "What is 6*7?" }];
const request = { model: "agreeing", max_tokens: 1000, messages };

const connect = ({ url }: Serving, apiKey = "none"): Anthropic =>
  new Anthropic({ baseURL: url, apiKey, maxRetries: 0 });

describe("Anthropic's client", () => {
  test("gets a message with the verdict, and its usage", async () => {
    const client = connect(await listening({ panels }));
    const message = await client.messages.create(request);
    expect(message).toMatchObject({
      type: "message",
      role: "assistant",
      model: "agreeing",
      content: [{ type: "text", text: expect.stringMatching(/42$/) }],
      stop_reason: "end_turn",
      usage: { input_tokens: 20, output_tokens: 10 },
      rostrum: { agreement: 1, degraded: false },
    });
    expect(message.id).toMatch(/^msg_/);
  });

  test("streams the same message, with the turns as thinking if it asks for thinking", async () => {
    const client = connect(await listening({ panels }));
    const plain = await client.messages.stream(request).finalMessage();
    expect(plain).toMatchObject({ content: [{ type: "text" }], usage: { output_tokens: 10 } });
    const thinking = { type: "enabled" as const, budget_tokens: 1024 };
    for (const stream of [true, false]) {
      const asked = {
        ...request,
        thinking,
        messages: [{ role: "user" as const, content: `${stream}?` }],
      };
      const message = stream
        ? await client.messages.stream(asked).finalMessage()
        : await client.messages.create(asked);
      expect(message.content).toMatchObject([
        { type: "thinking", thinking: expect.stringContaining("[debater_0, first answers]") },
        { type: "text", text: expect.stringMatching(/42$/) },
      ]);
    }
  });

  test("signs in with its key", async () => {
    const token = newToken();
    const auth = { tokens: [{ user: "ada", hash: hashToken(token) }] };
    const serving = await listening({ panels, auth });
    expect((await connect(serving, token).messages.create(request)).stop_reason).toBe("end_turn");
    await expect(connect(serving, "wrong").messages.create(request)).rejects.toMatchObject({
      status: 401,
      error: { type: "error", error: { type: "authentication_error" } },
    });
  });

  test("is told which settings a panel ignores, in a header", async () => {
    const serving = await listening({ panels });
    const ignored = { temperature: 0.2, top_k: 3, stop_sequences: ["\n"] };
    const { response } = await connect(serving)
      .messages.create({ ...request, ...ignored })
      .withResponse();
    const warning = response.headers.get("x-rostrum-warning") ?? "";
    for (const name of ["temperature", "top_k", "stop_sequences", "max_tokens"])
      expect(warning).toContain(name);
    const openai = new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: "none", maxRetries: 0 });
    const model = "agreeing";
    for (const [tool_choice, isWarned] of [
      ["any", true],
      ["auto", false],
      ["none", false],
    ] as const) {
      const choosing = await connect(serving)
        .messages.create({ ...request, tool_choice: { type: tool_choice } })
        .withResponse();
      const header = choosing.response.headers.get("x-rostrum-warning") ?? "";
      expect(header.includes("tool_choice"), tool_choice).toBe(isWarned);
    }
    const chat = await openai.chat.completions
      .create({ model, messages, temperature: 2, max_tokens: 5 })
      .withResponse();
    expect(chat.response.headers.get("x-rostrum-warning")).toMatch(/temperature, max_tokens/);
    const bare = await openai.chat.completions.create({ model, messages }).withResponse();
    expect(bare.response.headers.has("x-rostrum-warning")).toBe(false);
    const streamed = await openai.responses
      .create({ model, input: "Q?", max_output_tokens: 50, stream: true })
      .withResponse();
    expect(streamed.response.headers.get("x-rostrum-warning")).toContain("max_output_tokens");
    for await (const _event of streamed.data) void _event;
  });

  test("gets errors in its own form, with the field that is wrong", async () => {
    const client = connect(await listening({ panels }));
    const create = (body: object): Promise<unknown> =>
      client.messages.create({ ...request, ...body });
    const user = (content: unknown): object => ({ messages: [{ role: "user", content }] });
    const cases: [object, number, string, string | null][] = [
      [{ model: "none" }, 404, "not_found_error", "model"],
      [{ messages: [] }, 400, "invalid_request_error", "messages"],
      [
        { messages: [...messages, { role: "assistant", content: "4" }] },
        400,
        "invalid_request_error",
        "messages[1].role",
      ],
      [{ ...user(" "), system: "Be brief." }, 400, "invalid_request_error", "messages[0].content"],
      [
        user([{ type: "image", source: { type: "url", url: "http://x" } }]),
        400,
        "invalid_request_error",
        "messages[0].content[0]",
      ],
      [
        user([{ type: "text", text: "Q?" }, { type: "odd\u0000" }]),
        400,
        "invalid_request_error",
        "messages[0].content[1]",
      ],
      [
        { tools: [{ type: "web_search_20250305", name: "web_search" }] },
        400,
        "invalid_request_error",
        "tools[0].type",
      ],
      [
        { tools: [{ name: "t", input_schema: { type: "object" } }] },
        400,
        "invalid_request_error",
        "tools",
      ],
      [
        {
          tools: [{ name: "t", input_schema: { type: "object" } }],
          tool_choice: { type: "tool", name: "other" },
        },
        400,
        "invalid_request_error",
        "tool_choice",
      ],
      [
        { tool_choice: { type: "tool", name: "other" } },
        400,
        "invalid_request_error",
        "tool_choice",
      ],
      [
        { output_config: { format: { type: "json_schema", schema: { type: 7 } } } },
        400,
        "invalid_request_error",
        "output_config.format.schema",
      ],
      [{ model: "broken" }, 424, "api_error", null],
    ];
    for (const [body, status, type, field] of cases) {
      const error = await create(body).catch((thrown: unknown) => thrown);
      expect(error, JSON.stringify(body)).toMatchObject({
        status,
        error: { type: "error", error: { type, field } },
      });
    }
    await expect(
      client.messages.stream({ ...request, model: "broken" }).finalMessage(),
    ).rejects.toThrow(/panel|failed|replied/);
  });

  test("is told that a debate waits for a person", async () => {
    const client = connect(await listening({ panels }));
    for (const stream of [false, true]) {
      const asked = { ...request, model: "waiting" };
      const message = stream
        ? await client.messages.stream(asked).finalMessage()
        : await client.messages.create(asked);
      expect(message).toMatchObject({
        stop_reason: "pause_turn",
        content: [{ text: expect.stringMatching(/^Notice: there is no answer yet/) }],
      });
    }
  });

  test("sends instructions, an earlier conversation and documents", async () => {
    const seen: string[] = [];
    const questions: string[] = [];
    const model: ModelFunction = (asked) => {
      questions.push(asked.question);
      seen.push(
        asked.messages.map(({ content, files }) => content + JSON.stringify(files)).join("\n"),
      );
      return "Answer: yes";
    };
    const debater = { model, takes: ["pdf" as const] };
    const serving = await listening({ panels: { agreeing: { debaters: [debater, debater] } } });
    const data = Buffer.from(pdf(1)).toString("base64");
    await connect(serving).messages.create({
      ...request,
      system: [{ type: "text", text: "Be brief." }],
      messages: [
        { role: "user", content: "Read it." },
        { role: "assistant", content: [{ type: "text", text: "I have read it." }] },
        {
          role: "user",
          content: [
            {
              type: "document",
              title: "contract",
              source: { type: "base64", media_type: "application/pdf", data },
            },
            {
              type: "document",
              title: "annex",
              source: { type: "text", media_type: "text/plain", data: "An annex." },
            },
            { type: "text", text: "Is it valid?" },
          ],
        },
      ],
    });
    expect(questions).toEqual(["Is it valid?", "Is it valid?"]);
    expect(seen[0]).toMatch(/the document annex:\s+An annex\./);
    for (const part of [
      "Be brief.",
      "Read it.",
      "I have read it.",
      '"document":"contract"',
      "An annex.",
      "Is it valid?",
    ])
      expect(seen[0]).toContain(part);
  });

  test("sends a file as large as other requests may contain", async () => {
    const seen: string[] = [];
    const model: ModelFunction = ({ messages: asked }) => {
      seen.push(JSON.stringify(asked.map(({ files }) => files?.map(({ document }) => document))));
      return "Answer: yes";
    };
    const debater = { model, takes: ["pdf" as const] };
    const serving = await listening({ panels: { agreeing: { debaters: [debater, debater] } } });
    const data = Buffer.concat([pdf(1), Buffer.alloc(3_000_000)]).toString("base64");
    const source = { type: "base64" as const, media_type: "application/pdf" as const, data };
    await connect(serving).messages.create({
      ...request,
      messages: [
        {
          role: "user",
          content: [
            { type: "document", title: "contract", source },
            { type: "text", text: "Is it valid?" },
          ],
        },
      ],
    });
    expect(seen[0]).toContain("contract");
  });

  test("runs its tools for the judge, who continues with their results", async () => {
    const models = await openAiServer(({ body }) => {
      const text = JSON.stringify(body["messages"]);
      return Array.isArray(body["tools"]) && !text.includes("tool returned")
        ? { tool: "multiply" }
        : { reply: "It is six.\nAnswer: 6\nConfidence: 0.9" };
    });
    onTestFinished(() => models.close());
    const model = `compat:tiny@${models.url}`;
    const serving = await listening({
      panels: { agreeing: { debaters: [model, model], judge: model, rounds: 0 } },
    });
    const client = connect(serving);
    const tools = [
      { name: "multiply", description: "Multiplies.", input_schema: { type: "object" as const } },
    ];
    for (const stream of [false, true]) {
      const asked = {
        ...request,
        tools,
        messages: [{ role: "user" as const, content: `2*3, ${stream}?` }],
      };
      const first = stream
        ? await client.messages.stream(asked).finalMessage()
        : await client.messages.create(asked);
      expect(first.stop_reason).toBe("tool_use");
      const [call] = first.content;
      if (call?.type !== "tool_use") throw new Error("expected a call");
      expect(call).toMatchObject({ name: "multiply", input: expect.any(Object) });
      const second = await client.messages.create({
        ...asked,
        messages: [
          ...asked.messages,
          { role: "assistant", content: first.content },
          { role: "user", content: [{ type: "tool_result", tool_use_id: call.id, content: "6" }] },
        ],
      });
      expect(second).toMatchObject({
        stop_reason: "end_turn",
        content: [{ type: "text", text: expect.stringContaining("6") }],
      });
    }
  });

  test("passes on that a tool failed", async () => {
    const seen: string[] = [];
    const models = await openAiServer(({ body }) => {
      seen.push(JSON.stringify(body["messages"]));
      return { reply: "Answer: 6" };
    });
    onTestFinished(() => models.close());
    const model = `compat:tiny@${models.url}`;
    const serving = await listening({
      panels: { agreeing: { debaters: [model, model], judge: model, rounds: 0 } },
    });
    for (const is_error of [true, false]) {
      const call = { type: "tool_use" as const, id: "toolu_1", name: "multiply", input: {} };
      const result = { tool_use_id: call.id, is_error, content: "out of paper" };
      await connect(serving).messages.create({
        ...request,
        tools: [{ name: "multiply", input_schema: { type: "object" } }],
        messages: [
          { role: "user", content: "2*3?" },
          { role: "assistant", content: [call] },
          { role: "user", content: [{ type: "tool_result", ...result }] },
        ],
      });
      const shown = seen.splice(0).join("\n");
      expect(shown).toContain("out of paper");
      expect(shown.includes("A tool failed")).toBe(is_error);
    }
  });

  test("hands on what a model passes to a tool as a text if it is too deep to be an object", async () => {
    const input = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const models = await openAiServer(({ body }) =>
      Array.isArray(body["tools"]) ? { tool: "multiply", input } : { reply: "Answer: 6" },
    );
    onTestFinished(() => models.close());
    const model = `compat:tiny@${models.url}`;
    const serving = await listening({
      panels: { agreeing: { debaters: [model, model], judge: model, rounds: 0 } },
    });
    const tools = [{ name: "multiply", input_schema: { type: "object" as const } }];
    const { content } = await connect(serving).messages.create({ ...request, tools });
    expect(content).toMatchObject([{ type: "tool_use", input: { arguments: input } }]);
  });

  test("lists the panels", async () => {
    const client = connect(await listening({ panels }));
    const names: string[] = [];
    for await (const { id, type } of client.models.list()) names.push(`${type} ${id}`);
    expect(names).toEqual(Object.keys(panels).map((name) => `model ${name}`));
  });
});
