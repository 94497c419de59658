import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { memoryJournal } from "rostrum";
import type { Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { gate } from "./support/models.ts";
import { dialled, listening, sent } from "./support/socket.ts";

/** A reply longer than a connection takes at once, with characters of several bytes. */
const LONG = `${"naïve 日本 🙂 ".repeat(40_000)}\nAnswer: 1`;

/** For texts too long to be shown by a test that fails. */
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
const isWhole = (text: string): boolean => text.includes('"type":"debate.completed"');

async function watched(model: (...given: never[]) => unknown = () => LONG): Promise<Serving> {
  const serving = await listening({
    panels: { one: { debaters: [model, model] as never[] } },
    limits: { requestsPerMinute: 1e9 },
  });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ question: "Q?", id: "d" });
  await sent(serving, "/debates", { method: "POST", headers, body });
  return serving;
}

async function watchers(serving: Serving): Promise<number> {
  const { text } = await sent(serving, "/metrics");
  return Number(/^rostrum_watchers (\d+)$/m.exec(text)?.[1]);
}

describe("a debate's events are the same", () => {
  test("through the app, over HTTP/1.1, over HTTP/1.0 and behind another answer", async () => {
    const serving = await watched();
    const whole = await sent(serving, "/debates/d/events");
    const host = `127.0.0.1:${serving.port}`;
    const direct = await serving.server.app.request("/debates/d/events", { headers: { host } });
    expect(digest(whole.text)).toBe(digest(await direct.text()));
    expect(whole.text.match(/^id: (\d+)$/gm)).toEqual(
      Array.from({ length: whole.text.split("\nid: ").length - 1 }, (_, seq) => `id: ${seq}`),
    );
    expect(isWhole(whole.text)).toBe(true);

    const old = await dialled(serving);
    old.socket.write(`GET /debates/d/events HTTP/1.0\r\nHost: ${host}\r\n\r\n`);
    await once(old.socket, "close");
    expect(digest(old.said().slice(old.said().indexOf("\r\n\r\n") + 4))).toBe(digest(whole.text));

    const both = await dialled(serving);
    const asked = (path: string, more = ""): string =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
    both.socket.write(asked("/panels") + asked("/debates/d/events", "Connection: close\r\n"));
    await once(both.socket, "close");
    const [, second = ""] = both.said().split("HTTP/1.1 200 OK\r\n").slice(1);
    const chunks = second.slice(second.indexOf("\r\n\r\n") + 4);
    expect(Buffer.from(chunks).length).toBeGreaterThan(Buffer.from(whole.text).length);
    expect(isWhole(chunks)).toBe(true);
    expect(chunks.endsWith("\r\n0\r\n\r\n")).toBe(true);
  });

  test("a connection that streamed events answers the next request", async () => {
    const serving = await watched();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const texts: string[] = [];
    for (const path of ["/debates/d/events", "/debates/d/events", "/healthz"]) {
      const request = get({ host: "127.0.0.1", port: serving.port, path, agent });
      const [incoming] = (await once(request, "response")) as [IncomingMessage];
      expect(incoming.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/./),
      });
      let text = "";
      for await (const piece of incoming.setEncoding("utf8")) text += piece;
      texts.push(text);
    }
    agent.destroy();
    expect(digest(texts[0] ?? "")).toBe(digest(texts[1] ?? ""));
    expect(texts[2]).toContain("ok");
  });
});

test("a thousand watchers of a running debate each get every event once, and leave their places", async () => {
  const slow = gate("1");
  const serving = await watched(slow.model);
  const texts = Array.from({ length: 1000 }, () => sent(serving, "/debates/d/events"));
  // Each has its place when its answer begins.
  while ((await watchers(serving)) < texts.length);
  slow.open();
  // Heartbeats and the pieces of texts in flight depend on when each of them reads.
  const onlyEvents = (text: string): string =>
    text
      .split("\n\n")
      .filter((frame) => frame.startsWith("id: "))
      .join("\n");
  const all = new Set((await Promise.all(texts)).map(({ text }) => onlyEvents(text)));
  expect(all.size).toBe(1);
  expect(isWhole([...all].join(""))).toBe(true);
  expect(await watchers(serving)).toBe(0);
});

const watchRequest = (serving: Serving): string =>
  `GET /debates/d/events HTTP/1.1\r\nHost: 127.0.0.1:${serving.port}\r\n\r\n`;

test("a watcher that leaves gives its place back", async () => {
  const slow = gate("1");
  const serving = await watched(slow.model);
  const { socket } = await dialled(serving);
  socket.write(watchRequest(serving));
  await once(socket, "data");
  expect(await watchers(serving)).toBe(1);
  socket.destroy();
  while ((await watchers(serving)) > 0);
  slow.open();
});

test("a watcher that leaves before its answer begins takes no place", async () => {
  const journal = memoryJournal();
  const begun = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const { eventsFrom } = journal;
  journal.eventsFrom = async (...given) => {
    begun.resolve();
    await left.promise;
    return eventsFrom(...given);
  };
  await journal.open("d", {}, {});
  const serving = await listening({ journal, limits: { requestsPerMinute: 1e9 } });
  const { socket } = await dialled(serving);
  socket.write(watchRequest(serving));
  await begun.promise;
  socket.destroy();
  await sent(serving, "/healthz");
  left.resolve();
  while (!(await sent(serving, "/metrics")).text.includes('route="/debates/:id/events"'));
  expect(await watchers(serving)).toBe(0);
});
