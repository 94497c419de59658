import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { memoryJournal, sqliteJournal, type RunStore, type StoredEvent } from "rostrum";
import { calibrate } from "rostrum/eval";
import {
  createServer as createRostrum,
  type ServeOptions,
  type WebhookOptions,
} from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { agreeing, split } from "./support/call.ts";
import { gate, says } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";
import { listening, sent } from "./support/socket.ts";

const key = randomBytes(32);
const secret = `whsec_${key.toString("base64")}`;

interface Message {
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

interface Receiver {
  url: string;
  messages: Message[];
  /** What the next requests are answered with; then 200. */
  answers: (number | "never" | "redirect")[];
  requests: number;
  stop(): Promise<void>;
  listen(): Promise<void>;
}

/** A receiver that checks every signature as the standard says. */
async function receiving(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      receiver.requests += 1;
      const body = Buffer.concat(chunks).toString("utf8");
      const answer = receiver.answers.shift() ?? 200;
      if (answer === "never") return;
      if (answer === "redirect") {
        response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
        return;
      }
      if (answer === 200) {
        if (!isGenuine(request.headers, body)) return void response.writeHead(401).end();
        const { type, data } = JSON.parse(body) as Pick<Message, "type" | "data">;
        const id = String(request.headers["webhook-id"]);
        receiver.messages.push({ id, type, data, headers: request.headers });
      }
      response.writeHead(answer).end("thanks");
    });
  });
  let port = 0;
  const receiver: Receiver = {
    url: "",
    messages: [],
    answers: [],
    requests: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    async listen() {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      ({ port } = server.address() as AddressInfo);
      receiver.url = `http://127.0.0.1:${port}`;
    },
  };
  await receiver.listen();
  onTestFinished(async () => {
    if (server.listening) await receiver.stop();
  });
  return receiver;
}

function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const at = Number(headers["webhook-timestamp"]);
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false;
  const signed = `${String(headers["webhook-id"])}.${at}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((part) => {
      const given = Buffer.from(part.replace(/^v1,/, ""), "base64");
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}

const torn = { ...split, rounds: 0, onEscalate: "wait" as const };
const failing = {
  debaters: [() => Promise.reject(new Error("down")), says("1")],
  limits: { retries: 0 },
};

function hook(url: string, more: Partial<WebhookOptions> = {}): WebhookOptions {
  return { name: "ops", url, secret, retryAfterMs: [1, 1, 1, 1, 1, 1, 1, 1], ...more };
}

async function started(
  webhooks: WebhookOptions[],
  panel: string,
  more: Partial<ServeOptions> = {},
): Promise<{ id: string; server: Awaited<ReturnType<typeof listening>>; said: string[] }> {
  const said: string[] = [];
  const server = await listening({
    panels: { agreeing, torn, failing },
    webhooks,
    log: (line) => said.push(line),
    ...more,
  });
  const { text } = await sent(server, "/debates", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "A private question?", panel }),
  });
  return { id: (JSON.parse(text) as { id: string }).id, server, said };
}

describe("a webhook", () => {
  test("gets one signed message about a debate that is completed, with its question, its link and its cost in words", async () => {
    const receiver = await receiving();
    const publicUrl = "http://localhost:8080/team/";
    const { id } = await started([hook(receiver.url)], "agreeing", { publicUrl });
    await expect.poll(() => receiver.messages).toHaveLength(1);
    const [message] = receiver.messages;
    expect(message).toMatchObject({
      type: "debate.completed",
      data: { id, status: "completed", answer: "42", panel: "agreeing", user: null, calls: 3 },
    });
    expect(message?.data).toMatchObject({
      question: "A private question?",
      link: `http://localhost:8080/team/#/d/${id}`,
      costUsd: null,
      atLeastUsd: 0,
      cost: "unknown",
    });
    expect(message?.headers["content-type"]).toBe("application/json");
    expect(JSON.stringify(message)).not.toContain("I thought about it");
  });

  test("is told that the panel agrees differently from its calibration rows", async () => {
    const receiver = await receiving();
    const names = ["ann", "bob"];
    const rows = Array.from({ length: 40 }, (_, number) => ({
      gold: String(number),
      replies: Object.fromEntries(names.map((name) => [name, `Answer: ${number}`])),
    }));
    const calibration = calibrate(rows, { answer: "number" });
    const disagreeing = {
      debaters: names.map((name, at) => ({ name, model: says(String(at)) })),
      answer: "number",
      rounds: 0,
      poll: { type: "sequential", calibration },
    } as const;
    const panels = { disagreeing };
    const { server } = await started([hook(receiver.url)], "disagreeing", { panels });
    for (let count = 2; count <= 12; count++) {
      await expect.poll(() => receiver.messages).toHaveLength(count - 1);
      await sent(server, "/debates", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question: `Question ${count}?` }),
      });
    }
    await expect.poll(() => receiver.messages).toHaveLength(12);
    expect(receiver.messages.map(({ data }) => data["shifted"])).toEqual([
      false,
      ...Array.from({ length: 10 }, () => expect.any(Boolean) as boolean),
      true,
    ]);
  });

  test("is told that a debate waits, then that it is over, each once", async () => {
    const receiver = await receiving();
    const { id, server } = await started([hook(receiver.url)], "torn");
    await expect.poll(() => receiver.messages).toHaveLength(1);
    expect(receiver.messages[0]).toMatchObject({
      type: "debate.waiting",
      data: { id, status: "waiting", answer: null },
    });
    await sent(server, `/debates/${id}/review`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ verdict: "correct", answer: "2" }),
    });
    await expect.poll(() => receiver.messages).toHaveLength(2);
    expect(receiver.messages[1]).toMatchObject({
      type: "debate.completed",
      data: { id, answer: "2" },
    });
    expect(new Set(receiver.messages.map((message) => message.id)).size).toBe(2);
  });

  test("gets only the events it asked for, and of a failure only the error name", async () => {
    const receiver = await receiving();
    const hooks = [hook(receiver.url, { events: ["debate.failed"] })];
    const { id } = await started(hooks, "failing");
    await expect.poll(() => receiver.messages).toHaveLength(1);
    expect(receiver.messages[0]).toMatchObject({
      type: "debate.failed",
      data: { id, status: "failed", error: { name: "PanelFailedError" } },
    });
    expect(JSON.stringify(receiver.messages)).not.toContain("down");
  });

  test("gets debate.failed with the code aborted for a debate that is cancelled or that its chat client left", async () => {
    const receiver = await receiving();
    const held = gate("1");
    const server = await listening({
      panels: { held: { debaters: [held.model, held.model], rounds: 0 } },
      webhooks: [hook(receiver.url)],
      limits: { leaveMs: 0 },
    });
    const headers = { "content-type": "application/json" };
    const first = await sent(server, "/debates", {
      method: "POST",
      headers,
      body: JSON.stringify({ question: "Q?" }),
    });
    const { id } = JSON.parse(first.text) as { id: string };
    await held.asked(2);
    await sent(server, `/debates/${id}/cancel`, { method: "POST", headers, body: "{}" });
    const data = { status: "failed", error: { name: "AbortError", code: "aborted" } };
    await expect.poll(() => receiver.messages).toMatchObject([{ type: "debate.failed", data }]);

    const leaving = new AbortController();
    const chat = { model: "held", messages: [{ role: "user", content: "Q?" }] };
    const asked = fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers,
      body: JSON.stringify(chat),
      signal: leaving.signal,
    });
    await held.asked(4);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => receiver.messages).toHaveLength(2);
    expect(receiver.messages[1]).toMatchObject({ type: "debate.failed", data });
  });

  test("that answers 500, is slow or redirects gets the same message again", async () => {
    const receiver = await receiving();
    receiver.answers.push(500, "never", "redirect", 404);
    const { server, said } = await started([hook(receiver.url, { timeoutMs: 1000 })], "agreeing");
    await expect.poll(() => receiver.messages).toHaveLength(1);
    expect(receiver.requests).toBe(5);
    expect(said.map((line) => /: ([^:]+); /.exec(line)?.[1])).toEqual([
      "it answered with 500",
      "it did not answer within 1000 ms",
      "it answered with 302, and redirects are not followed",
      "it answered with 404",
    ]);
    const metrics = await sent(server, "/metrics");
    expect(metrics.text).toContain('rostrum_webhook_attempts_total{hook="ops",outcome="retry"} 4');
    expect(metrics.text).toContain(
      'rostrum_webhook_attempts_total{hook="ops",outcome="delivered"} 1',
    );
  });

  test("that never answers doesn't hold up another one", async () => {
    const hanging = await receiving();
    const prompt = await receiving();
    const messages = 40;
    hanging.answers.push(...Array.from({ length: messages }, () => "never" as const));
    const hooks = [
      hook(hanging.url, { name: "hanging", timeoutMs: 60_000 }),
      hook(prompt.url, { name: "prompt" }),
    ];
    const { server } = await started(hooks, "agreeing");
    for (let n = 1; n < messages; n++) {
      await sent(server, "/debates", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question: `Question ${n}?`, panel: "agreeing" }),
      });
    }
    await expect.poll(() => prompt.messages).toHaveLength(messages);
    expect(hanging.requests, "not all at once").toBeLessThan(messages / 2);
  });

  test("that always fails is given up in the end, and one that answers 410 at once", async () => {
    const receiver = await receiving();
    receiver.answers.push(500, 500, 410);
    const journal = memoryJournal();
    const hooks = [hook(receiver.url, { retryAfterMs: [1] })];
    const { said, server } = await started(hooks, "agreeing", { journal });
    await expect.poll(() => said.join("\n")).toContain("500; given up");
    expect(receiver.requests).toBe(2);
    await sent(server, "/debates", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Q?" }),
    });
    await expect.poll(() => said.join("\n")).toContain("410; given up");
    expect(await journal.service?.countDeliveries()).toEqual({ waiting: 0, givenUp: 2 });
  });

  test("that a reload removed, as the last one, has its messages given up", async () => {
    const receiver = await receiving();
    const journal = memoryJournal();
    receiver.answers.push(500);
    const hooks = [hook(receiver.url, { retryAfterMs: [1500] })];
    const { said, server } = await started(hooks, "agreeing", { journal });
    await expect.poll(() => said.join("\n")).toContain("500; next attempt");
    await server.server.reload({ panels: { agreeing }, webhooks: [] });
    await expect
      .poll(() => journal.service?.countDeliveries(), { timeout: 10_000 })
      .toEqual({ waiting: 0, givenUp: 1 });
    expect(receiver.requests).toBe(1);
  });

  test("of another server on the same journal keeps its messages where a server has none", async () => {
    const receiver = await receiving();
    const journal = memoryJournal();
    await addRun(journal, "later", [FAILED]);
    const message = { id: "m1", hook: "ops", debate: "later", seq: 1, body: "debate.failed" };
    await journal.service?.addDeliveries([message]);
    const { server } = await listening({ journal, panels: { agreeing } });
    await server.close();
    expect(await journal.service?.countDeliveries()).toEqual({ waiting: 1, givenUp: 0 });
    await listening({ journal, panels: { agreeing }, webhooks: [hook(receiver.url)] });
    await expect.poll(() => receiver.messages).toMatchObject([{ id: "m1" }]);
  });

  test("that is down gets its message after both have restarted, with the same id", async () => {
    const receiver = await receiving();
    const path = join(ownFolder(), "runs.db");
    await receiver.stop();
    const first = sqliteJournal(path);
    const { id, server, said } = await started([hook(receiver.url)], "agreeing", {
      journal: first,
      webhooks: [hook(receiver.url, { retryAfterMs: Array<number>(100).fill(50) })],
    });
    await expect.poll(() => said.join("\n")).toContain("it can't be reached");
    await server.close();
    await first.close();
    await receiver.listen();
    const second = sqliteJournal(path);
    await listening({ journal: second, webhooks: [hook(receiver.url)] });
    await expect.poll(() => receiver.messages).toHaveLength(1);
    expect(receiver.messages[0]).toMatchObject({ type: "debate.completed", data: { id } });
  });

  test("a message that a server stored before it died is sent once its event is stored", async () => {
    const receiver = await receiving();
    const journal = memoryJournal();
    await addRun(journal, "later", []);
    const message = { id: "m1", hook: "ops", debate: "later", seq: 1, body: "debate.failed" };
    await journal.service?.addDeliveries([message]);
    await journal.service?.addDeliveries([{ ...message, id: "m2", debate: "deleted" }]);
    // Waiting for the event doesn't use up the only retry.
    receiver.answers.push(500);
    const webhooks = [hook(receiver.url, { retryAfterMs: [1] })];
    await listening({ journal, webhooks, panels: { agreeing } });
    await expect.poll(async () => (await journal.service?.countDeliveries())?.waiting).toBe(1);
    expect(receiver.requests).toBe(0);
    await addRun(journal, "later", [FAILED]);
    await expect.poll(() => receiver.messages).toMatchObject([{ id: "m1", type: "debate.failed" }]);
  });

  test("a message that is being sent when the server stops is not a failure", async () => {
    const receiver = await receiving();
    receiver.answers.push("never");
    const journal = memoryJournal();
    const { server, said } = await started([hook(receiver.url)], "agreeing", { journal });
    await expect.poll(() => receiver.requests).toBe(1);
    await server.close();
    expect(said.filter((line) => line.startsWith("webhook"))).toEqual([]);
    expect(await journal.service?.countDeliveries()).toEqual({ waiting: 1, givenUp: 0 });
  });

  test("two servers on one journal send a message once", async () => {
    const receiver = await receiving();
    const path = join(ownFolder(), "runs.db");
    const [one, two] = [sqliteJournal(path), sqliteJournal(path)];
    await listening({ journal: two, webhooks: [hook(receiver.url)] });
    await started([hook(receiver.url)], "agreeing", { journal: one });
    await expect.poll(() => receiver.messages).toHaveLength(1);
    await expect.poll(async () => (await two.service?.countDeliveries())?.waiting).toBe(0);
    expect(receiver.requests).toBe(1);
  });
});

const FAILED = {
  calls: [],
  type: "debate.failed",
  debateId: "later",
  at: 2,
  seq: 1,
  error: { name: "AbortError", code: "aborted", message: "it was cancelled" },
};

async function addRun(journal: RunStore, id: string, more: object[]): Promise<void> {
  const run = await journal.open(id, {});
  const event = { type: "debate.started", debateId: id, at: 1, seq: 0, question: "Q?", panel: [] };
  await run.appendEvents([event, ...more] as unknown as StoredEvent[]);
  await run.close(more.length === 0 ? "running" : "failed");
}

test.each<[string, object]>([
  ["webhooks[0].url", { url: "file:///etc/passwd" }],
  ["webhooks[0].url", { url: "https://user:password@example.com" }],
  ["webhooks[0].secret", { secret: "short" }],
  ["webhooks[0].secret", { secret: "whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%" }],
  ["webhooks[0].name", { name: "a b" }],
  ["webhooks[0].events[0]", { events: ["debate.started"] }],
  ["webhooks[0].timeoutMs", { timeoutMs: 0 }],
  ["webhooks[0].retries", { retries: 3 }],
])("%s that can't be right is refused at the start, without the secret", (field, more) => {
  const webhooks = [{ ...hook("https://example.com"), ...more }];
  const make = (): unknown => createRostrum({ panels: { agreeing }, webhooks });
  expect(make).toThrow(expect.objectContaining({ field }));
  expect(make).not.toThrow(secret);
});
