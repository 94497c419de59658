import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, test } from "vitest";
import { Debate } from "../../api/debate.ts";
import { memoryJournal } from "../../journal/index.ts";
import type { DebateConfig, ModelFunction } from "@rostrum/core/protocol";

/** What each provider's server sends for a reply that searched twice and cites a page. */

const URL = "https://lima.example/history";
const CITED = "Lima was founded on 18 January 1535.";
const REPLY = "I looked it up.\nAnswer: 1535";

type Events = readonly object[];

const OPENAI: Events = [
  {
    type: "response.created",
    response: { id: "r", object: "response", created_at: 1, model: "gpt-5.2", output: [] },
  },
  ...["ws_1", "ws_2"].flatMap((id, output_index) => [
    {
      type: "response.output_item.added",
      output_index,
      item: { type: "web_search_call", id, status: "in_progress" },
    },
    {
      type: "response.output_item.done",
      output_index,
      item: {
        type: "web_search_call",
        id,
        status: "completed",
        action: { type: "search", query: "Lima", sources: [{ type: "url", url: URL }] },
      },
    },
  ]),
  {
    type: "response.output_item.added",
    output_index: 2,
    item: { type: "message", id: "m", status: "in_progress", role: "assistant", content: [] },
  },
  {
    type: "response.output_text.delta",
    item_id: "m",
    output_index: 2,
    content_index: 0,
    delta: REPLY,
  },
  {
    type: "response.output_item.done",
    output_index: 2,
    item: { type: "message", id: "m", status: "completed", role: "assistant", content: [] },
  },
  {
    type: "response.completed",
    response: {
      id: "r",
      object: "response",
      usage: { input_tokens: 9000, output_tokens: 100, total_tokens: 9100 },
    },
  },
];

const ANTHROPIC: Events = [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-6",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 9000, output_tokens: 1 },
    },
  },
  ...["s1", "s2"].flatMap((id, place) => [
    {
      type: "content_block_start",
      index: 2 * place,
      content_block: { type: "server_tool_use", id, name: "web_search", input: {} },
    },
    { type: "content_block_stop", index: 2 * place },
    {
      type: "content_block_start",
      index: 2 * place + 1,
      content_block: {
        type: "web_search_tool_result",
        tool_use_id: id,
        content: [
          {
            type: "web_search_result",
            url: URL,
            title: "Lima",
            encrypted_content: "x",
            page_age: null,
          },
        ],
      },
    },
    { type: "content_block_stop", index: 2 * place + 1 },
  ]),
  { type: "content_block_start", index: 4, content_block: { type: "text", text: "" } },
  {
    type: "content_block_delta",
    index: 4,
    delta: {
      type: "citations_delta",
      citation: {
        type: "web_search_result_location",
        url: URL,
        title: "Lima",
        cited_text: CITED,
        encrypted_index: "x",
      },
    },
  },
  { type: "content_block_delta", index: 4, delta: { type: "text_delta", text: REPLY } },
  { type: "content_block_stop", index: 4 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 100, server_tool_use: { web_search_requests: 2 } },
  },
  { type: "message_stop" },
];

const GOOGLE: Events = [
  {
    candidates: [
      {
        content: { role: "model", parts: [{ text: REPLY }] },
        finishReason: "STOP",
        groundingMetadata: {
          webSearchQueries: ["Lima founded", "Lima history"],
          groundingChunks: [{ web: { uri: URL, title: "Lima" } }],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 9000, candidatesTokenCount: 100, totalTokenCount: 9100 },
  },
];

/** A server that sends these events, and what it was asked. */
function serving(events: Events): { fetch: typeof fetch; bodies: Record<string, unknown>[] } {
  const bodies: Record<string, unknown>[] = [];
  return {
    bodies,
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

interface Provider {
  events: Events;
  model(fetch: typeof globalThis.fetch): LanguageModelV4;
  /** As the provider documents it. */
  asked: object;
  feesUsd: number;
}

const PROVIDERS: Record<string, Provider> = {
  OpenAI: {
    events: OPENAI,
    model: (fetch) => createOpenAI({ apiKey: "x", fetch })("gpt-5.2"),
    asked: { tools: [{ type: "web_search" }], max_tool_calls: 5 },
    feesUsd: 0.02,
  },
  Anthropic: {
    events: ANTHROPIC,
    model: (fetch) => createAnthropic({ apiKey: "x", fetch })("claude-sonnet-4-6"),
    asked: { tools: [{ type: "web_search_20250305", name: "web_search", max_uses: 5 }] },
    feesUsd: 0.02,
  },
  Google: {
    events: GOOGLE,
    model: (fetch) => createGoogleGenerativeAI({ apiKey: "x", fetch })("gemini-3-pro-preview"),
    asked: { tools: [{ googleSearch: {} }] },
    feesUsd: 0.028,
  },
};

const price = { input: 2, output: 10 };
const TOKENS_USD = (9000 * 2 + 100 * 10) / 1e6;

function config(model: LanguageModelV4, more: Partial<DebateConfig> = {}): DebateConfig {
  const debaters = ["ada", "bo"].map((name) => ({ name, model, price }));
  return { debaters, rounds: 0, answer: "exact", tools: { search: true }, ...more };
}

describe.each(Object.entries(PROVIDERS))("the search of %s", (name, provider) => {
  const { events, feesUsd, asked } = provider;

  test("is asked for, its pages are documents, and it is paid for", async () => {
    const { fetch, bodies } = serving(events);
    const debate = new Debate(config(provider.model(fetch)));
    const plan = await debate.plan("When was Lima founded?");
    const { answer, rounds, costUsd } = await debate.run("When was Lima founded?");
    expect(answer).toBe("1535");
    expect(bodies).toEqual([expect.objectContaining(asked), expect.objectContaining(asked)]);
    const [ada, bo] = rounds[0]?.positions ?? [];
    expect(ada?.toolCalls).toEqual([
      {
        name: "search",
        input: { url: URL },
        output: expect.stringContaining(URL),
        document: "search 1.0.1",
      },
    ]);
    expect(bo?.toolCalls?.map(({ document }) => document)).toEqual(["search 2.0.1"]);
    expect(costUsd).toBeCloseTo(2 * (TOKENS_USD + feesUsd), 10);
    expect(plan.usd.max).toBeGreaterThanOrEqual(costUsd ?? Infinity);
    expect(plan.warnings).toContainEqual(expect.stringContaining("With `search`"));
  });

  test("what it cites can be quoted, and what it doesn't cite can't", async () => {
    const judge: ModelFunction = () =>
      JSON.stringify({
        citations: [CITED, "Lima was founded by llamas."].map((quote) => ({
          document: "search 1.0.1",
          quote,
        })),
        justification: "the page says so",
        dissent: "",
        position: "none",
        answer: "1535",
      });
    const { fetch } = serving(events);
    const other: ModelFunction = () => "Answer: 1536";
    const debate = new Debate({
      ...config(provider.model(fetch)),
      debaters: [{ model: provider.model(fetch), price }, other],
      judge,
      decide: { type: "judged", structured: true },
    });
    const { decision } = await debate.run("When was Lima founded?");
    const verified = (decision.citations ?? []).map((citation) => citation.verified);
    // Only Anthropic passes on the words of a page.
    expect(verified).toEqual([name === "Anthropic", false]);
  });
});

test("members whose models can't search are named in the plan and in the result, without a cost", async () => {
  const { fetch } = serving(OPENAI);
  const sdk = (PROVIDERS["OpenAI"] as Provider).model(fetch);
  const chat = createOpenAI({ apiKey: "x", fetch }).chat("gpt-5.2");
  const other: ModelFunction = () => "Answer: 1535";
  const warningsOf = async (models: DebateConfig["debaters"][]): Promise<string[][]> => {
    const debaters = models.map((model, index) => ({ name: `m${index}`, model, price }) as never);
    const debate = new Debate({ ...config(sdk), debaters, limits: { retries: 0 } });
    const plan = await debate.plan("Q?");
    const { warnings } = await debate.run("Q?");
    return [plan.warnings, warnings].map((each) => each.filter((line) => line.includes("earch")));
  };
  const nothing = expect.stringMatching(/^`search` does nothing for m1, m2: it needs a model of/);
  expect(await warningsOf([sdk, other, other])).toEqual([
    [nothing, expect.stringContaining("With `search`, the most")],
    [nothing],
  ]);
  expect(await warningsOf([other, other])).toEqual([
    [expect.stringContaining("does nothing for m0, m1")],
    [expect.stringContaining("does nothing for m0, m1")],
  ]);
  const plan = (model: unknown): ReturnType<Debate["plan"]> =>
    new Debate({ ...config(sdk), debaters: [model, model] as never }).plan("Q?");
  expect((await plan(chat)).warnings.join()).toContain("does nothing for");
  for (const id of ["compat:x@http://127.0.0.1:9/v1", "mistral/mistral-large-latest"])
    expect((await plan(id)).warnings.join()).toContain("does nothing for");
  for (const id of ["openai/gpt-5.2", "anthropic/claude-opus-4-5", "google/gemini-3-pro-preview"])
    expect((await plan(id)).warnings.join()).not.toContain("does nothing for");
});

test("a model of another provider gets no search", async () => {
  const { fetch, bodies } = serving(OPENAI);
  const chat = createOpenAI({ apiKey: "x", fetch }).chat("gpt-5.2");
  await new Debate(config(chat)).run("Q?").catch(() => undefined);
  expect(bodies.every((body) => body["tools"] === undefined)).toBe(true);
});

test("a debate that searched is resumed without searching again", async () => {
  const { fetch, bodies } = serving(ANTHROPIC);
  const journal = memoryJournal();
  const debate = new Debate(config((PROVIDERS["Anthropic"] as Provider).model(fetch), { journal }));
  const first = await debate.run("Q?", { id: "a" });
  const again = await debate.run("Q?", { id: "a" });
  expect(again.rounds).toEqual(first.rounds);
  expect(again.costUsd).toBe(first.costUsd);
  expect(bodies).toHaveLength(2);
});
