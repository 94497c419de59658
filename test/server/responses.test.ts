import { createOpenAI } from "@ai-sdk/openai";
import { generateText, Output, streamText } from "ai";
import OpenAI from "openai";
import { memoryJournal, type ModelFunction } from "rostrum";
import { serve, type Serving } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { says } from "./support/models.ts";

const city: ModelFunction = () =>
  '{"reasoning":"well known","answer":{"city":"Lima","people":11000000},"confidence":0.9}';
const shape = z.object({ city: z.string(), people: z.number() });

interface Served extends Serving {
  openai: OpenAI;
  /** What the debaters were shown. */
  seen: string[];
}

async function served(): Promise<Served> {
  const seen: string[] = [];
  const listening: ModelFunction = ({ messages, question }) => {
    seen.push([...messages.map(({ content }) => content), question].join("\n"));
    return { text: "Answer: 42\nConfidence: 0.9", usage: { inputTokens: 10, outputTokens: 5 } };
  };
  const broken: ModelFunction = () => {
    throw new Error("no luck");
  };
  const serving = await serve({
    port: 0,
    journal: memoryJournal(),
    panels: {
      agreeing: { debaters: [listening, listening] },
      split: { debaters: [says("1"), says("2")], rounds: 0 },
      cities: { debaters: [city, city] },
      embedded: { debaters: "embedded*3" },
      broken: { debaters: [broken, broken], limits: { retries: 0 } },
    },
  });
  onTestFinished(() => serving.close());
  const openai = new OpenAI({ baseURL: `${serving.url}/v1`, apiKey: "none", maxRetries: 0 });
  return { ...serving, openai, seen };
}

describe("the Responses API, with the official client", () => {
  test("gets the verdict, the turns as reasoning, and the sum of all calls", async () => {
    const { openai, seen } = await served();
    const response = await openai.responses.create({
      model: "agreeing",
      instructions: "Be brief.",
      input: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: [{ type: "input_text", text: "What is 6*7?" }] },
      ],
    });
    expect(response.output_text).toBe("42");
    expect(response).toMatchObject({
      object: "response",
      status: "completed",
      model: "agreeing",
      error: null,
      usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
      rostrum: { degraded: false, stop_reason: "agreed" },
    });
    expect(response.output.map(({ type }) => type)).toEqual(["reasoning", "message"]);
    expect(JSON.stringify(response.output[0])).toContain("[debater_0, first answers]");
    expect(seen[0]).toContain("Be brief.");
    expect(seen[0]).toContain("What is 6*7?");
  });

  test("streams: first the turns, then the verdict, then the whole response", async () => {
    const { openai } = await served();
    const stream = await openai.responses.create({
      model: "agreeing",
      input: "What is 6*7?",
      stream: true,
    });
    const types: string[] = [];
    const numbers: number[] = [];
    let text = "";
    for await (const event of stream) {
      if (event.type !== types.at(-1)) types.push(event.type);
      numbers.push(event.sequence_number);
      if (event.type === "response.output_text.delta") text += event.delta;
      if (event.type === "response.completed") {
        expect(event.response.usage?.total_tokens).toBe(30);
        expect(event.response.output).toHaveLength(2);
      }
    }
    expect(text).toBe("42");
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(types).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
  });

  test("its helper for streams puts the same response together", async () => {
    const { openai } = await served();
    const final = await openai.responses
      .stream({ model: "agreeing", input: "What is 6*7?" })
      .finalResponse();
    expect(final.output_text).toBe("42");
  });

  test("previous_response_id follows the earlier debate up", async () => {
    const { openai, seen, url } = await served();
    const first = await openai.responses.create({ model: "agreeing", input: "What is 6*7?" });
    const second = await openai.responses.create({
      model: "agreeing",
      input: "And why?",
      previous_response_id: first.id,
    });
    expect(second.previous_response_id).toBe(first.id);
    expect(seen.at(-1)).toContain("What is 6*7?");
    const record = await fetch(`${url}/debates/${second.id.slice("resp_".length)}`);
    const { started } = (await record.json()) as { started: { parent?: unknown } };
    expect(JSON.stringify(started.parent)).toContain(first.id.slice("resp_".length));
    for (const id of ["resp_nobody", "nobody"]) {
      await expect(
        openai.responses.create({ model: "agreeing", input: "Why?", previous_response_id: id }),
      ).rejects.toMatchObject({ status: id === "nobody" ? 400 : 404 });
    }
  });

  test("a follow-up on an embedded panel is answered if its question has all numbers, and says so if not", async () => {
    const { openai } = await served();
    const ask = (input: string, previous_response_id?: string) =>
      openai.responses.create({
        model: "embedded",
        input,
        ...(previous_response_id === undefined ? {} : { previous_response_id }),
      });
    const first = await ask("What is 6*7?");
    for (const words of ["And what about 6*8?", "Okay, and then 6 * 8?", "So 6 times 8 instead?"])
      expect((await ask(words, first.id)).output_text).toContain("48");
    await expect(ask("And that times two?", first.id)).rejects.toThrow(
      /reads only the question and nothing that came before, so repeat the numbers/,
    );
    await expect(ask("How are you?")).rejects.not.toThrow(/nothing that came before/);
  });

  test("the same Idempotency-Key is the same response, streamed or not", async () => {
    const { openai, seen } = await served();
    const headers = { "Idempotency-Key": "once" };
    const ask = (input: string) =>
      openai.responses.create({ model: "agreeing", input }, { headers });
    const first = await ask("What is 6*7?");
    expect(await ask("What is 6*7?")).toEqual(first);
    const streamed = openai.responses.stream(
      { model: "agreeing", input: "What is 6*7?" },
      { headers },
    );
    expect((await streamed.finalResponse()).id).toBe(first.id);
    expect(seen).toHaveLength(2);
    await expect(ask("What else?")).rejects.toMatchObject({ status: 422 });
  });

  test("a notice comes before the text, and never with a format", async () => {
    const { openai } = await served();
    const split = await openai.responses.create({ model: "split", input: "Which?" });
    expect(split.output_text).toMatch(/^Notice: A person should review this/);
    const typed = await openai.responses.create({
      model: "cities",
      input: "Which city?",
      text: { format: { type: "json_schema", name: "city", schema: z.toJSONSchema(shape) } },
    });
    expect(JSON.parse(typed.output_text)).toEqual({ city: "Lima", people: 11_000_000 });
  });

  test("errors have the client's own types, and a failed debate is not retried", async () => {
    const { openai } = await served();
    const ask = (more: object) =>
      openai.responses.create({ model: "agreeing", input: "What?", ...more } as never);
    await expect(ask({ model: "nobody" })).rejects.toMatchObject({ status: 404 });
    for (const [more, param] of [
      [{ tools: [{ type: "function", name: "f" }] }, "tools"],
      [{ background: true }, "background"],
      [{ conversation: "conv_1" }, "conversation"],
      [{ input: [{ role: "assistant", content: "Hi" }] }, "input[0].role"],
      [{ input: [{ role: "user", content: [{ type: "input_image" }] }] }, "input[0].content[0]"],
      [{ input: [{ type: "item_reference", id: "x" }] }, "input[0].id"],
    ] as const) {
      await expect(ask(more)).rejects.toMatchObject({ status: 400, param });
    }
    await expect(ask({ model: "broken" })).rejects.toMatchObject({ status: 424 });
    const types: string[] = [];
    const stream = await openai.responses.create({ model: "broken", input: "What?", stream: true });
    for await (const { type } of stream) types.push(type);
    expect(types.at(-1)).toBe("response.failed");
  });
});

describe("the AI SDK with its default provider", () => {
  test("generates, streams, and gets objects", async () => {
    const { url } = await served();
    const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
    const { text, usage, reasoningText } = await generateText({
      model: openai("agreeing"),
      prompt: "What is 6*7?",
    });
    expect(text).toBe("42");
    expect(usage.totalTokens).toBe(30);
    expect(reasoningText).toContain("debater_0");
    const streamed = streamText({ model: openai("agreeing"), prompt: "What is 6*7?" });
    expect(await streamed.text).toBe("42");
    const { output } = await generateText({
      model: openai("cities"),
      prompt: "Which city?",
      output: Output.object({ schema: shape }),
    });
    expect(output).toEqual({ city: "Lima", people: 11_000_000 });
  });

  test("a second turn, in which it refers to the first answer by its id", async () => {
    const { url, seen } = await served();
    const openai = createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" });
    const first = await generateText({ model: openai("agreeing"), prompt: "What is 6*7?" });
    const { text } = await generateText({
      model: openai("agreeing"),
      messages: [
        { role: "user", content: "What is 6*7?" },
        ...first.response.messages,
        { role: "user", content: "Are you sure?" },
      ],
    });
    expect(text).toBe("42");
    expect(seen.at(-1)).toContain("42");
    expect(seen.at(-1)).toContain("Are you sure?");
  });
});
