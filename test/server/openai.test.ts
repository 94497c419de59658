import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, Output, streamText } from "ai";
import OpenAI from "openai";
import { memoryJournal, type ModelFunction } from "rostrum";
import { hashToken, newToken, serve, type ServeOptions, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { gate, says, type Gate } from "./support/models.ts";

const token = newToken();
const city: ModelFunction = () =>
  '{"reasoning":"well known","answer":{"city":"Lima","people":11000000},"confidence":0.9}';
const shape = z.object({ city: z.string(), people: z.number() });

function panels(slow: Gate = gate("1")): ServeOptions["panels"] {
  return {
    agreeing: { debaters: [says("42"), says("42")], rounds: 1 },
    judged: {
      debaters: [says("1"), says("2")],
      rounds: 0,
      judge: says("2", { words: "The second is right." }),
    },
    cities: { debaters: [city, city] },
    slow: { debaters: [slow.model, slow.model] },
  };
}

async function served(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const serving = await serve({ port: 0, journal: memoryJournal(), panels: panels(), ...options });
  onTestFinished(() => serving.close());
  return serving;
}

const client = ({ url }: Serving, apiKey: string = token): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

describe("the official client", () => {
  test("lists the panels as models", async () => {
    const openai = client(await served());
    const ids: string[] = [];
    for await (const { id } of openai.models.list()) ids.push(id);
    expect(ids).toEqual(["agreeing", "judged", "cities", "slow"]);
    expect(await openai.models.retrieve("judged")).toMatchObject({ id: "judged", object: "model" });
  });

  test("gets the verdict, the turns as reasoning, and the sum of all calls", async () => {
    const openai = client(await served());
    const completion = await openai.chat.completions.create({
      model: "judged",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: [{ type: "text", text: "Which one?" }] },
      ],
    });
    const message = completion.choices[0]?.message as unknown as {
      content: string;
      reasoning_content: string;
    };
    expect(message.content).toBe(
      "Notice: A person should review this: the vote is tied.\n\nThe second is right.\n\n2",
    );
    expect(message.reasoning_content).toMatch(
      /^\[debater_0, first answers\]\n> I thought about it\.\n> Answer: 1/,
    );
    expect(message.reasoning_content).toContain("[debater_1, first answers]\n");
    expect(message.reasoning_content).toContain("[judge]\n> The second is right.");
    expect(completion.usage).toMatchObject({
      prompt_tokens: 30,
      completion_tokens: 15,
      total_tokens: 45,
    });
    expect(completion.choices[0]?.finish_reason).toBe("stop");
    expect(completion).toMatchObject({
      rostrum: { degraded: false, stop_reason: "max_rounds", notices: expect.any(Array) },
    });
  });

  test("streams: first the turns, then the verdict, at last the usage", async () => {
    const openai = client(await served());
    const stream = await openai.chat.completions.create({
      model: "agreeing",
      messages: [{ role: "user", content: "What is 6*7?" }],
      stream: true,
      stream_options: { include_usage: true },
    });
    let content = "";
    let reasoning = "";
    let finish: string | null = null;
    let usage: unknown;
    for await (const { choices, usage: sum } of stream) {
      const delta = choices[0]?.delta as
        | { content?: string; reasoning_content?: string }
        | undefined;
      if (delta?.reasoning_content) {
        expect(content).toBe("");
        reasoning += delta.reasoning_content;
      }
      content += delta?.content ?? "";
      finish ??= choices[0]?.finish_reason ?? null;
      usage = sum ?? usage;
    }
    expect(content).toBe("I thought about it.\n\n42");
    expect(reasoning).toContain("[debater_0, first answers]\n> I thought about it.\n> Answer: 42");
    expect(reasoning.match(/\[debater_1, first answers\]/g)).toHaveLength(1);
    expect(finish).toBe("stop");
    expect(usage).toMatchObject({ total_tokens: 30 });
  });

  test("gets a typed object", async () => {
    const openai = client(await served());
    const completion = await openai.chat.completions.parse({
      model: "cities",
      messages: [{ role: "user", content: "Capital of Peru?" }],
      response_format: {
        type: "json_schema",
        json_schema: { name: "city", strict: true, schema: z.toJSONSchema(shape) },
      },
    });
    expect(shape.parse(JSON.parse(completion.choices[0]?.message.content ?? ""))).toEqual({
      city: "Lima",
      people: 11_000_000,
    });
  });

  test.each([false, true])("ends the debate when it leaves (streaming: %s)", async (stream) => {
    const slow = gate("1");
    const serving = await served({ panels: panels(slow), limits: { leaveMs: 100 } });
    const controller = new AbortController();
    const asked = (async () => {
      const answer = await client(serving).chat.completions.create(
        { model: "slow", messages: [{ role: "user", content: "Q?" }], stream },
        { signal: controller.signal },
      );
      if ("controller" in answer) for await (const _chunk of answer) void _chunk;
    })();
    await slow.asked(2);
    controller.abort();
    await asked.catch((error: Error) => expect(error.name).toBe("Error"));
    const aborted = slow.requests.map(
      ({ signal }) =>
        new Promise((resolve) =>
          signal.aborted ? resolve(0) : signal.addEventListener("abort", resolve),
        ),
    );
    await Promise.all(aborted);
    await expect
      .poll(async () => await (await fetch(`${serving.url}/debates`)).json())
      .toMatchObject({ runs: [{ status: "failed" }] });
  });

  test("throws its own error types for our errors", async () => {
    const auth = { tokens: [{ user: "ada", hash: hashToken(token), budget: { calls: 0 } }] };
    const serving = await served({ auth });
    const ask = (openai: OpenAI, body: object): Promise<unknown> =>
      openai.chat.completions.create({
        model: "agreeing",
        messages: [{ role: "user", content: "Q?" }],
        ...body,
      });
    await expect(ask(client(serving, newToken()), {})).rejects.toThrow(OpenAI.AuthenticationError);
    await expect(ask(client(serving), { model: "gpt" })).rejects.toMatchObject({
      status: 404,
      code: "model_not_found",
      param: "model",
    });
    await expect(ask(client(serving), { n: 2 })).rejects.toThrow(OpenAI.BadRequestError);
    await expect(ask(client(serving), { messages: [] })).rejects.toMatchObject({
      status: 400,
      param: "messages",
    });
    await expect(
      ask(client(serving), { messages: [{ role: "assistant", content: "Hi" }] }),
    ).rejects.toMatchObject({ status: 400, param: "messages[0].role" });
    await expect(
      ask(client(serving), {
        messages: [
          { role: "user", content: [{ type: "image_url", image_url: { url: "data:," } }] },
        ],
      }),
    ).rejects.toMatchObject({ status: 400 });
    await expect(ask(client(serving), {})).rejects.toMatchObject({
      status: 402,
      code: "insufficient_quota",
    });
  });

  test("gets the error of a failed panel and doesn't retry it, with or without streaming", async () => {
    let calls = 0;
    const failing = (): never => {
      calls += 1;
      throw new Error("down");
    };
    const broken = { debaters: [failing, failing], limits: { retries: 0 } };
    const serving = await served({ panels: { broken } });
    const openai = new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: token });
    const body = { model: "broken", messages: [{ role: "user" as const, content: "Q?" }] };
    await expect(openai.chat.completions.create(body)).rejects.toMatchObject({
      code: "panel_failed",
    });
    const stream = await openai.chat.completions.create({ ...body, stream: true });
    await expect(async () => {
      for await (const _chunk of stream) void _chunk;
    }).rejects.toThrow();
    expect(calls).toBe(4);
  });

  test("a degraded answer says so", async () => {
    const failing = (): never => {
      throw new Error("down");
    };
    const weak = { debaters: [says("1"), says("1"), failing], rounds: 0, limits: { retries: 0 } };
    const openai = client(await served({ panels: { weak } }));
    const completion = await openai.chat.completions.create({
      model: "weak",
      messages: [{ role: "user", content: "Q?" }],
    });
    expect(completion).toMatchObject({ rostrum: { degraded: true } });
    expect(completion.choices[0]?.message).toMatchObject({
      reasoning_content: expect.stringContaining("[notice] Degraded"),
    });
  });
});

describe("the AI SDK", () => {
  const provider = (serving: Serving): ReturnType<typeof createOpenAICompatible> =>
    createOpenAICompatible({
      name: "rostrum",
      baseURL: `${serving.url}/v1`,
      supportsStructuredOutputs: true,
      includeUsage: true,
    });

  test("generates, with reasoning and usage", async () => {
    const result = await generateText({
      model: provider(await served())("agreeing"),
      prompt: "What is 6*7?",
    });
    expect(result.text).toBe("I thought about it.\n\n42");
    expect(result.reasoningText).toContain("[debater_0, first answers]");
    expect(result.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
  });

  test("streams", async () => {
    const { fullStream } = streamText({
      model: provider(await served())("agreeing"),
      prompt: "What is 6*7?",
    });
    const kinds: string[] = [];
    let text = "";
    for await (const part of fullStream) {
      if (kinds.at(-1) !== part.type) kinds.push(part.type);
      if (part.type === "text-delta") text += part.text;
    }
    expect(kinds.indexOf("reasoning-delta")).toBeLessThan(kinds.indexOf("text-delta"));
    expect(text).toBe("I thought about it.\n\n42");
  });

  test("gets a typed object", async () => {
    const { output } = await generateText({
      model: provider(await served())("cities"),
      prompt: "Capital of Peru?",
      output: Output.object({ schema: shape }),
    });
    expect(output).toEqual({ city: "Lima", people: 11_000_000 });
  });

  test("ends the debate when it aborts", async () => {
    const slow = gate("1");
    const serving = await served({ panels: panels(slow), limits: { leaveMs: 100 } });
    const controller = new AbortController();
    const asked = generateText({
      model: provider(serving)("slow"),
      prompt: "Q?",
      abortSignal: controller.signal,
    });
    await slow.asked(2);
    controller.abort();
    await expect(asked).rejects.toThrow();
    await expect
      .poll(async () => await (await fetch(`${serving.url}/debates`)).json())
      .toMatchObject({ runs: [{ status: "failed" }] });
  });
});
