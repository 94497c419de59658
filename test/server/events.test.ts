import { connect } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { memoryJournal, type DebateEvent } from "rostrum";
import { createServer, serve } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { agreeing, called, refusal, split } from "./support/call.ts";
import { gate, says } from "./support/models.ts";
import { numbersIn, sseOf } from "./support/sse.ts";

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("a watcher", () => {
  test("that comes back misses no event and gets none twice, wherever it was cut off", async () => {
    const { start, finished, get } = called();
    const id = await start({ question: "Q?", panel: "split" });
    await finished(id);
    const all = await numbersIn(await get(`/debates/${id}/events`));
    expect(all).toEqual(upTo(all.length));
    for (const seen of all.slice(0, -1)) {
      const rest = await numbersIn(
        await get(`/debates/${id}/events`, { "last-event-id": String(seen) }),
      );
      expect([...upTo(seen + 1), ...rest]).toEqual(all);
    }
    // After the last one there is nothing to come back for.
    const over = await get(`/debates/${id}/events`, { "last-event-id": String(all.length - 1) });
    expect(over.status).toBe(204);
  });

  test("sees texts as they are written, also when it comes in the middle", async () => {
    const go = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = async (request: { onText?(text: string): void }): Promise<string> => {
      request.onText?.("first ");
      begun.resolve();
      await go.promise;
      request.onText?.("second");
      return "first second\nAnswer: 1";
    };
    const { start, get } = called({ panels: { slow: { debaters: [slow, says("1")] } } });
    const id = await start({ question: "Q?" });
    await begun.promise;
    const texts: string[] = [];
    let stored = -1;
    for await (const { id: number, event, data } of sseOf(await get(`/debates/${id}/events`))) {
      const told = JSON.parse(data) as DebateEvent;
      expect(event).toBe(told.type);
      if (told.type === "debate.delta") {
        expect(number).toBeNull();
        if (told.source === "debater_0") texts.push(told.text);
        go.resolve();
      } else {
        expect(Number(number)).toBe((stored += 1));
        if (told.type === "debate.response" && told.debater === "debater_0") break;
      }
    }
    expect(texts.join("")).toBe("first second");
  });

  test("that disconnects doesn't stop the debate", async () => {
    const { model, open, asked } = gate("1");
    const { start, get, finished } = called({ panels: { slow: { debaters: [model, model] } } });
    const id = await start({ question: "Q?" });
    await asked(2);
    const response = await get(`/debates/${id}/events`);
    await response.body?.cancel();
    open();
    expect(await finished(id)).toMatchObject({ status: "completed", result: { answer: "1" } });
  });

  test("follows a debate that another process holds, through the journal", async () => {
    const journal = memoryJournal();
    const { model, open, asked } = gate("1");
    const elsewhere = createServer({ panels: { slow: { debaters: [model, model] } }, journal });
    onTestFinished(() => elsewhere.close());
    await elsewhere.app.request("http://localhost/debates", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Q?", id: "far" }),
    });
    await asked(2);
    const { get } = called({ journal });
    const numbers = numbersIn(await get("/debates/far/events"));
    open();
    const seen = await numbers;
    expect(seen).toEqual(upTo(seen.length));
    expect(seen.length).toBeGreaterThan(5);
  });

  test("gets heartbeats while nothing happens", async () => {
    const { model, asked } = gate("1");
    const { start, get } = called({
      panels: { slow: { debaters: [model, model] } },
      limits: { keepAliveMs: 20 },
    });
    const id = await start({ question: "Q?" });
    await asked(2);
    const reader = (await get(`/debates/${id}/events`)).body?.getReader();
    let text = "";
    while (!text.includes(": still here"))
      text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
  });
});

describe("a watcher that doesn't read", () => {
  test("has no deltas buffered for it, and gets each text whole when it reads again", async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `word${index} `);
    const over = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<void>();
    async function writer(request: { onText?(text: string): void }): Promise<string> {
      for (const word of words) {
        request.onText?.(word);
        await nextTurn();
      }
      heard.resolve();
      await over.promise;
      return `${words.join("")}\nAnswer: 1`;
    }
    const { start, get } = called({ panels: { slow: { debaters: [writer, says("1")] } } });
    const id = await start({ question: "Q?" });
    // This one reads along, and tells when everything was sent.
    const pieces: string[] = [];
    const along = (async () => {
      for await (const { data } of sseOf(await get(`/debates/${id}/events`))) {
        const event = JSON.parse(data) as DebateEvent;
        if (event.type !== "debate.delta" || event.source !== "debater_0") continue;
        pieces.push(event.text);
        if (event.text.endsWith(words.at(-1) ?? "")) return;
      }
    })();
    const late = sseOf(await get(`/debates/${id}/events`));
    await late.next();
    await Promise.all([heard.promise, along]);
    expect(pieces.join("")).toBe(words.join(""));
    over.resolve();
    const texts: string[] = [];
    for await (const { data } of late) {
      const event = JSON.parse(data) as DebateEvent;
      if (event.type === "debate.delta" && event.source === "debater_0") texts.push(event.text);
      if (event.type === "debate.response" && event.debater === "debater_0") break;
    }
    // Its text in flight comes as one piece, or within the reply if that was faster.
    expect(["", words.join("")]).toContain(texts.join(""));
    expect(texts.length).toBeLessThanOrEqual(1);
  });

  test("doesn't delay the debate, and is disconnected", async () => {
    const large = "long words ".repeat(30_000);
    const talker = {
      debaters: [says("1", { words: large }), says("2", { words: large })],
      rounds: 6,
      stop: "never" as const,
    };
    const serving = await serve({
      port: 0,
      panels: { talker },
      journal: memoryJournal(),
      limits: { stallMs: 3000 },
    });
    onTestFinished(() => serving.close());
    const post = await fetch(`${serving.url}/debates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Q?", id: "loud" }),
    });
    expect(post.status).toBe(201);
    const deaf = connect(serving.port, "127.0.0.1");
    deaf.pause();
    deaf.write(`GET /debates/loud/events HTTP/1.1\r\nhost: 127.0.0.1:${serving.port}\r\n\r\n`);
    const gone = new Promise<void>((resolve) => deaf.once("close", () => resolve()));
    deaf.on("error", () => undefined);
    // Everybody else gets everything.
    const numbers = await numbersIn(await fetch(`${serving.url}/debates/loud/events`));
    expect(numbers).toEqual(upTo(numbers.length));
    expect(numbers.length).toBeGreaterThan(20);
    // It reads nothing of it, and learns that it was cut off when it says something itself.
    const poke = setInterval(() => deaf.write("\r\n"), 50);
    await gone;
    clearInterval(poke);
  });
});

test("watchers are limited", async () => {
  const { model, asked } = gate("1");
  const { start, get } = called({
    panels: { slow: { debaters: [model, model] } },
    limits: { watchers: 1 },
  });
  const id = await start({ question: "Q?" });
  await asked(2);
  const first = await get(`/debates/${id}/events`);
  expect(await refusal(get(`/debates/${id}/events`))).toMatchObject({
    status: 503,
    message: "at most 1 event stream can be open at once: try again in 5 s",
  });
  await first.body?.cancel();
  const again = await get(`/debates/${id}/events`);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test("watchers that come at the same time are limited too", async () => {
  const { model, asked } = gate("1");
  const { start, get } = called({
    panels: { slow: { debaters: [model, model] } },
    limits: { watchers: 1 },
  });
  const id = await start({ question: "Q?" });
  await asked(2);
  const answers = await Promise.all([1, 2, 3].map(() => get(`/debates/${id}/events`)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 503, 503]);
  for (const { body } of answers) await body?.cancel();
});

test("a server that ends lets its watchers go without calling a debate failed", async () => {
  const journal = memoryJournal();
  const { model, asked } = gate("1");
  const panels = { slow: { debaters: [model, model] }, agreeing, split };
  const server = createServer({ panels, journal });
  await server.app.request("http://localhost/debates", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Q?", id: "left" }),
  });
  await asked(2);
  const numbers: number[] = [];
  let closed: Promise<void> | undefined;
  for await (const { id } of sseOf(
    await server.app.request("http://localhost/debates/left/events"),
  )) {
    if (id !== null) numbers.push(Number(id));
    if (id === "1") closed = server.close();
  }
  await closed;
  expect(numbers).toEqual([0, 1]);
  expect((await journal.read("left"))?.status).toBe("running");
});
