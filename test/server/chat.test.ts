import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, Output, streamText } from "ai";
import OpenAI from "openai";
import { memoryJournal, type ModelFunction } from "rostrum";
import { hashToken, newToken, type Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { gate, says } from "./support/models.ts";
import { listening } from "./support/socket.ts";

const down: ModelFunction = () => {
  throw new Error("down");
};
const city: ModelFunction = () =>
  '{"reasoning":"well known","answer":{"city":"Lima"},"confidence":0.9}';
const shape = z.object({ city: z.string() });
const limits = { retries: 0 };
const panels = {
  whole: { debaters: [says("42"), says("42")], rounds: 0 },
  weak: { debaters: [says("1"), says("1"), down], rounds: 0, limits },
  torn: { debaters: [says("1"), says("2")], rounds: 0 },
  cities: { debaters: [city, city, down], rounds: 0, limits },
  broken: { debaters: [down, down], limits },
};
const messages = [{ role: "user" as const, content: "Q?" }];

const openai = ({ url }: Serving, apiKey = "none"): OpenAI =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
const aiSdk = ({ url }: Serving): ReturnType<typeof createOpenAICompatible> =>
  createOpenAICompatible({
    name: "rostrum",
    baseURL: `${url}/v1`,
    supportsStructuredOutputs: true,
  });

/** What each kind of client shows of an answer. */
const READERS: [string, (serving: Serving, model: string) => Promise<string>][] = [
  [
    "openai",
    async (serving, model) => {
      const { choices } = await openai(serving).chat.completions.create({ model, messages });
      return choices[0]?.message.content ?? "";
    },
  ],
  [
    "openai, streaming",
    async (serving, model) => {
      let content = "";
      const request = { model, messages, stream: true as const };
      for await (const { choices } of await openai(serving).chat.completions.create(request))
        content += choices[0]?.delta.content ?? "";
      return content;
    },
  ],
  [
    "the AI SDK",
    async (serving, model) =>
      (await generateText({ model: aiSdk(serving)(model), prompt: "Q?" })).text,
  ],
  [
    "the AI SDK, streaming",
    async (serving, model) => streamText({ model: aiSdk(serving)(model), prompt: "Q?" }).text,
  ],
];

describe.each(READERS)("what %s shows", (_name, read) => {
  test("a whole answer has no notice, and no lines that nobody asked for", async () => {
    expect(await read(await listening({ panels }), "whole")).toBe("I thought about it.\n\n42");
  });

  test("degraded and escalated answers say so first", async () => {
    const serving = await listening({ panels });
    expect(await read(serving, "weak")).toMatch(
      /^Notice: Degraded: [^\n]+\n\nI thought about it\.\n\n1$/,
    );
    expect(await read(serving, "torn")).toMatch(
      /^Notice: A person should review this: the vote is tied, 1 of 2 members each; the rule for ties chose debater_0's answer\.\n\nI thought about it\.\n\n1$/,
    );
  });
});

test("an answer in a shape is nothing but that, degraded or not", async () => {
  const serving = await listening({ panels });
  const schema = z.toJSONSchema(shape);
  for (const response_format of [
    { type: "json_schema" as const, json_schema: { name: "city", schema } },
    { type: "json_object" as const },
  ]) {
    const completion = await openai(serving).chat.completions.create({
      model: "cities",
      messages,
      response_format,
    });
    expect(JSON.parse(completion.choices[0]?.message.content ?? "")).toEqual({ city: "Lima" });
    expect(completion).toMatchObject({ rostrum: { degraded: true } });
  }
  const { output } = await generateText({
    model: aiSdk(serving)("cities"),
    prompt: "Q?",
    output: Output.object({ schema: shape }),
  });
  expect(output).toEqual({ city: "Lima" });
});

test.each([
  [
    { type: "grammar" },
    "response_format.type",
    'expected one of text, json_object, json_schema, got "grammar"',
  ],
  [{ type: "json_schema" }, "response_format.json_schema.schema", "expected a JSON Schema"],
  [
    { type: "json_schema", json_schema: { name: "x", schema: { type: "nonsense" } } },
    "response_format.json_schema.schema",
    "Unsupported type: nonsense",
  ],
  [
    { type: "json_schema", json_schema: { name: "x", schema: { $ref: "https://example.com/x" } } },
    "response_format.json_schema.schema",
    "External $ref",
  ],
])("a format that can't be honoured is refused by its name: %j", async (format, param, words) => {
  const { url } = await listening({ panels });
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "cities", messages, response_format: format }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { param, message: expect.stringContaining(words) },
  });
});

test("an answer that doesn't fit the format is none", async () => {
  const serving = await listening({ panels });
  const schema = { type: "object", properties: { city: { type: "number" } }, required: ["city"] };
  const asked = openai(serving).chat.completions.create({
    model: "cities",
    messages,
    response_format: { type: "json_schema", json_schema: { name: "city", schema } },
  });
  await expect(asked).rejects.toThrow("expected JSON that fits the schema");
});

type Asked = { status: number; body: Record<string, unknown> };

function asking({ url }: Serving) {
  return async (
    key: string | undefined,
    { content = "Q?", model = "slow", stream = false, token = "" } = {},
  ): Promise<Asked & { text: string }> => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ model, stream, messages: [{ role: "user", content }] }),
    });
    const text = await response.text();
    return { status: response.status, text, body: stream ? {} : JSON.parse(text) };
  };
}

async function runs({ url }: Serving): Promise<{ id: string; status: string }[]> {
  const response = await fetch(`${url}/debates`);
  return ((await response.json()) as { runs: { id: string; status: string }[] }).runs;
}

describe("an Idempotency-Key on chat", () => {
  test("the same key is the same debate: while it runs, when it is over, streamed or not", async () => {
    const slow = gate("7");
    const serving = await listening({ panels: { slow: { debaters: [slow.model, slow.model] } } });
    const ask = asking(serving);
    const first = ask("k");
    await slow.asked(2);
    const twins = [ask("k"), ask("k"), ask("k", { stream: true })];
    slow.open();
    const { status, body } = await first;
    expect(status).toBe(200);
    const [one, two, streamed] = await Promise.all(twins);
    expect([one?.body, two?.body]).toEqual([body, body]);
    expect(await ask("k")).toMatchObject({ status: 200, body });
    for (const { text } of [streamed!, await ask("k", { stream: true })]) {
      expect(text).toContain(`"id":"${String(body["id"])}"`);
      expect(text).toContain('"content":"7"');
      expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
    }
    expect(slow.requests).toHaveLength(2);
    expect(await runs(serving)).toHaveLength(1);
  });

  test("another request under the same key is refused, and another key is another debate", async () => {
    const serving = await listening({ panels });
    const ask = asking(serving);
    expect(await ask("k", { model: "whole" })).toMatchObject({ status: 200 });
    for (const other of [{ content: "Other?" }, { model: "torn" }]) {
      expect(await ask("k", { model: "whole", ...other })).toMatchObject({
        status: 422,
        body: { error: { code: "conflict", type: "invalid_request_error" } },
      });
    }
    await ask("k2", { model: "whole" });
    await ask(undefined, { model: "whole" });
    expect(await runs(serving)).toHaveLength(3);
    expect(await ask("x".repeat(256), { model: "whole" })).toMatchObject({ status: 400 });
  });

  test("a repeated request gets the stored failure and makes no call", async () => {
    let calls = 0;
    const failing: ModelFunction = () => {
      calls += 1;
      throw new Error("down");
    };
    const broken = { debaters: [failing, failing], limits };
    const ask = asking(await listening({ panels: { broken } }));
    const first = await ask("k", { model: "broken" });
    expect(first).toMatchObject({ status: 424, body: { error: { code: "panel_failed" } } });
    expect(await ask("k", { model: "broken" })).toMatchObject({ status: 424, body: first.body });
    expect((await ask("k", { model: "broken", stream: true })).text).toContain("panel_failed");
    expect(calls).toBe(2);
  });

  test("one user's key doesn't find another user's debate", async () => {
    const [ada, bob] = [newToken(), newToken()];
    const tokens = [
      { user: "ada", hash: hashToken(ada) },
      { user: "bob", hash: hashToken(bob) },
    ];
    const serving = await listening({ panels, auth: { tokens } });
    const ask = asking(serving);
    const ids = [
      await ask("k", { model: "whole", token: ada }),
      await ask("k", { model: "whole", content: "Other?", token: bob }),
    ].map(({ status, body }) => [status, body["id"]]);
    expect(ids).toEqual([
      [200, expect.any(String)],
      [200, expect.any(String)],
    ]);
    expect(ids[0]?.[1]).not.toBe(ids[1]?.[1]);
  });
});

describe("a verdict that a person must release", () => {
  const judged = {
    ...panels.torn,
    judge: says("42", { words: "One is wrong, therefore it is 42." }),
    onEscalate: "wait" as const,
  };
  const routes = ["chat/completions", "responses", "messages"];

  test.each(routes.flatMap((route) => [true, false].map((stream) => ({ route, stream }))))(
    "isn't in the answer of $route before that (streaming: $stream)",
    async ({ route, stream }) => {
      const serving = await listening({ panels: { only: judged }, journal: memoryJournal() });
      const ask = async (): Promise<string> => {
        const asked = route === "responses" ? { input: "Q?" } : { messages, max_tokens: 1000 };
        const thinking =
          route === "messages" ? { type: "enabled", budget_tokens: 1024 } : undefined;
        const response = await fetch(`${serving.url}/v1/${route}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ model: "only", ...asked, stream, thinking }),
        });
        return response.text();
      };
      const waiting = await ask();
      expect(waiting).toContain("[debater_0, first answers]");
      expect(waiting).toContain("Notice: there is no answer yet");
      expect(waiting).not.toContain("therefore");
      const [run] = await runs(serving);
      await fetch(`${serving.url}/debates/${run?.id}/review`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ verdict: "confirm" }),
      });
      expect(await ask()).toMatch(/therefore it is 42/);
    },
  );
});

describe("a client that leaves", () => {
  const torn = { ...panels.torn, onEscalate: "wait" as const };

  async function leaves(
    serving: Serving,
    { stream, key, until }: { stream: boolean; key?: string; until(): Promise<unknown> },
  ): Promise<void> {
    const controller = new AbortController();
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const asked = (async () => {
      const answer = await openai(serving).chat.completions.create(
        { model: "only", messages, stream },
        { signal: controller.signal, headers },
      );
      if ("controller" in answer) for await (const _chunk of answer) void _chunk;
    })().catch(() => undefined);
    await until();
    controller.abort();
    await asked;
  }

  test.each([false, true])(
    "a debate that waits for a person waits on (streaming: %s)",
    async (stream) => {
      const serving = await listening({ panels: { only: torn }, journal: memoryJournal() });
      const waits = (): Promise<void> =>
        expect.poll(() => runs(serving)).toMatchObject([{ status: "waiting" }]);
      await leaves(serving, { stream, key: "k", until: waits });
      // Somebody else's request is answered after the server has seen the first one go.
      await fetch(`${serving.url}/healthz`);
      await waits();
      const [run] = await runs(serving);
      expect(await asking(serving)("k", { model: "only" })).toMatchObject({
        status: 200,
        body: { rostrum: { debate_id: run?.id, status: "waiting", waits: [{ for: "review" }] } },
      });
      const reviewed = await fetch(`${serving.url}/debates/${run?.id}/review`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ verdict: "correct", answer: "2" }),
      });
      expect(reviewed.status).toBe(200);
      expect(await asking(serving)("k", { model: "only" })).toMatchObject({
        status: 200,
        body: { choices: [{ message: { content: "2" } }] },
      });
    },
  );

  test.each([false, true])(
    "with a key, a running debate goes on without it (streaming: %s)",
    async (stream) => {
      const slow = gate("7");
      const serving = await listening({ panels: { only: { debaters: [slow.model, slow.model] } } });
      await leaves(serving, { stream, key: "k", until: () => slow.asked(2) });
      slow.open();
      expect(await asking(serving)("k", { model: "only" })).toMatchObject({ status: 200 });
      expect(slow.requests).toHaveLength(2);
    },
  );

  test.each([false, true])(
    "without a key, a running debate ends (streaming: %s)",
    async (stream) => {
      const slow = gate("7");
      const only = { debaters: [slow.model, slow.model] };
      const serving = await listening({ panels: { only }, limits: { leaveMs: 0 } });
      await leaves(serving, { stream, until: () => slow.asked(2) });
      await expect.poll(() => runs(serving)).toMatchObject([{ status: "failed" }]);
    },
  );
});
