import { afterEach, describe, expect, test, vi } from "vitest";
import {
  Debate,
  json,
  type DebateEvent,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import {
  openAiServer,
  type Behaviour,
  type OpenAiServer,
  type Received,
} from "../support/openai-server.ts";

let server: OpenAiServer | undefined;

afterEach(async () => {
  vi.unstubAllEnvs();
  await server?.close();
  server = undefined;
});

async function serve(behave: (request: Received, index: number) => Behaviour): Promise<string> {
  server = await openAiServer(behave);
  return `compat:tiny@${server.url}`;
}

function panel(id: string, more: object = {}): Debate {
  return new Debate({ debaters: `${id}*2`, rounds: 0, ...more });
}

const PRICE = { input: 1, output: 10 };

describe("an OpenAI-compatible server", () => {
  test("gets the prompt, the limits and no key it wasn't given", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-somebody-elses");
    const id = await serve(() => ({ reply: "Answer: 42\nConfidence: 0.9" }));
    const result = await panel(id).run("What is the answer?");

    expect(result.answer).toBe("42");
    expect(result.usage).toMatchObject({ calls: 2, inputTokens: 200, outputTokens: 40 });
    expect(result.costUsd).toBeNull();
    const [first] = server?.received ?? [];
    expect(first?.path).toBe("/v1/chat/completions");
    expect(first?.headers.authorization).toBeUndefined();
    expect(first?.body).toMatchObject({ model: "tiny", max_tokens: 2048 });
    const messages = first?.body["messages"] as { role: string; content: unknown }[];
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(JSON.stringify(messages[1])).toContain("What is the answer?");
  });

  test("gets its own key, named after its address", async () => {
    const id = await serve(() => ({ reply: "42" }));
    const { port } = new URL(server?.url ?? "");
    vi.stubEnv(`ROSTRUM_KEY_127_0_0_1_${port}`, "its-own");
    await panel(id).run("q");
    expect(server?.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer its-own",
      "Bearer its-own",
    ]);
  });

  test("streams, and its words arrive as deltas", async () => {
    const id = await serve(() => ({ reply: "It is twice twenty-one. Answer: 42" }));
    const stream = panel(id).stream("q");
    const events: DebateEvent[] = [];
    for await (const event of stream) events.push(event);

    expect(server?.received[0]?.body["stream"]).toBe(true);
    const said = events.flatMap((event) =>
      event.type === "debate.delta" && event.source === "debater_0" ? [event.text] : [],
    );
    expect(said.length).toBeGreaterThan(1);
    expect(said.join("")).toBe("It is twice twenty-one. Answer: 42");
    const result = await stream.result;
    expect(result.usage).toMatchObject({ inputTokens: 200, outputTokens: 40 });
  });

  test.each([false, true])(
    "that sends a web page is told so, and is not asked again (stream: %s)",
    async (streams) => {
      const id = await serve(() => ({ page: "<!doctype html><title>Sign in</title>" }));
      const debate = panel(id);
      const running = streams ? debate.stream("q").result : debate.run("q");
      await expect(running).rejects.toThrow("got an HTML page instead of JSON");
      expect(server?.received).toHaveLength(2);
    },
  );

  test("is asked again after a 429, as late as it says, and the refusal costs nothing", async () => {
    const id = await serve((_, index) =>
      index === 0
        ? { status: 429, message: "slow down", headers: { "retry-after-ms": "1" } }
        : { reply: "42" },
    );
    const result = await new Debate({
      debaters: [
        { model: id, price: PRICE },
        { model: id, price: PRICE },
      ],
      rounds: 0,
    }).run("q");
    expect(result.usage.calls).toBe(3);
    expect(result.integrity.degraded).toBe(false);
    expect(result.costUsd).toBeCloseTo((2 * (100 * 1 + 20 * 10)) / 1e6, 12);
  });

  test("its own error reaches the user: status, message, request id", async () => {
    const id = await serve(({ body }) =>
      JSON.stringify(body).includes("odd one")
        ? { status: 401, message: "no such key", headers: { "x-request-id": "req-7" } }
        : { reply: "42" },
    );
    const result = await new Debate({
      debaters: [id, id, { model: id, instructions: "You are the odd one." }],
      rounds: 0,
    }).run("q");
    expect(result.integrity.dropped).toHaveLength(1);
    const [dropped] = result.integrity.dropped;
    expect(dropped?.error).toContain("no such key");
    expect(dropped?.error).toContain("401");
    expect(dropped?.error).toContain("req-7");
    expect(result.usage.calls).toBe(3);
  });

  test("a reply cut off by the limit doesn't vote", async () => {
    const id = await serve((_, index) => ({
      reply: "Answer: 42",
      finish: index === 0 ? "length" : "stop",
    }));
    const result = await panel(id, { limits: { retries: 0 } }).run("q");
    expect(result.integrity).toMatchObject({ truncated: 1, unread: 1, degraded: true });
  });

  test("a dropped connection is an error of that call, and is tried again", async () => {
    const id = await serve((_, index) =>
      index === 0 ? { drop: "Answer: 4" } : { reply: "Answer: 42" },
    );
    const stream = panel(id, { limits: { retries: 1 } }).stream("q");
    const result: DebateResult = await stream.result;
    expect(result.usage.calls).toBe(3);
    expect(result.rounds[0]?.positions.map(({ answer }) => answer)).toEqual(["42", "42"]);
    // What the lost call cost is unknown, so the sum is too.
    expect(result.usage.inputTokens).toBeNull();
  });

  test("missing usage is unknown, not zero", async () => {
    const id = await serve(() => ({ reply: "42", usage: null }));
    const result = await panel(id).run("q");
    expect(result.usage).toMatchObject({ calls: 2, inputTokens: null, outputTokens: null });
  });

  test("that refuses response_format is asked in plain words, and remembered", async () => {
    const id = await serve(({ body }) => {
      const [, mark] = /\[\[answer (\w+)\]\]/.exec(JSON.stringify(body)) ?? [];
      const object = '{"answer":{"city":"Paris"},"confidence":0.9}';
      return {
        refuseFormat: `I know {"answer":{"city":"Rome"}} is wrong.\n[[answer ${mark}]]\n${object}\n[[end ${mark}]]`,
      };
    });
    const { z } = await import("zod");
    const result = await new Debate({
      debaters: [id, id],
      rounds: 0,
      answer: json(z.object({ city: z.string() })),
      limits: { concurrency: 1 },
    }).run("Which city?");
    expect(result.answer).toEqual({ city: "Paris" });
    const formats = server?.received.map(({ body }) => body["response_format"] !== undefined);
    expect(formats?.filter(Boolean)).toHaveLength(2);
    expect(formats?.filter((asked) => !asked)).toHaveLength(2);
    expect(result.usage.calls).toBe(2);
    const prompts = server?.received.map(({ body }) => JSON.stringify(body).includes("[[answer "));
    expect(prompts).toEqual(formats?.map((asked) => !asked));
  });

  test("that ignores the schema is read as strictly as any other", async () => {
    const prose = 'Sure, {"ranking": [2, 1]} it is.';
    const id = await serve(({ body }) => ({
      reply: JSON.stringify(body).includes("ranking") ? prose : "Answer: so",
    }));
    const result = await panel(id, {
      debaters: [id, id, id],
      decide: { type: "ranked", always: true },
      rounds: 0,
      limits: { clarify: 0 },
    }).run("q");
    expect(result.integrity.missing.map(({ what }) => what)).toEqual([
      "ballot",
      "ballot",
      "ballot",
    ]);
    expect(result.integrity.fallback).toBe("majority");
  });

  test("that can be held to a schema is sent the schema", async () => {
    const id = await serve(() => ({
      reply: '{"reasoning":"so","answer":{"city":"Paris"},"confidence":0.9}',
    }));
    const { z } = await import("zod");
    await new Debate({
      debaters: [id, id],
      rounds: 0,
      answer: json(z.object({ city: z.string() })),
    }).run("Which city?");
    expect(server?.received[0]?.body["response_format"]).toMatchObject({
      type: "json_schema",
      json_schema: {
        schema: { properties: { answer: { properties: { city: { type: "string" } } } } },
      },
    });
  });

  test("that is away gives an error that says where it was looked for", async () => {
    const id = await serve(() => ({ reply: "42" }));
    const { origin } = new URL(server?.url ?? "");
    await server?.close();
    server = undefined;
    const error = expect.stringContaining(`(calling ${origin})`);
    await expect(panel(id, { limits: { retries: 0 } }).run("q")).rejects.toMatchObject({
      name: "PanelFailedError",
      message: expect.stringMatching(/0 of 2 .*; debater_0: .*ECONNREFUSED/),
      partial: {
        // Nobody was reached who could have billed it.
        costUsd: 0,
        integrity: {
          dropped: [
            { debater: "debater_0", error },
            { debater: "debater_1", error },
          ],
        },
      },
    });
  });
});
