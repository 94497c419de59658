import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Serving } from "rostrum/server";
import { expect, onTestFinished, test } from "vitest";
import { gate, says } from "./support/models.ts";
import { ownFolder, serving } from "./support/process.ts";
import { listening } from "./support/socket.ts";

async function socketTo({ port }: Serving): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

const isWell = async ({ url }: Serving): Promise<boolean> => (await fetch(`${url}/healthz`)).ok;

test("headers of twenty kilobytes are refused, and other requests are not affected", async () => {
  const server = await listening();
  const socket = await socketTo(server);
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  socket.write(`GET /panels HTTP/1.1\r\nhost: 127.0.0.1\r\nx-large: ${"x".repeat(20_000)}\r\n\r\n`);
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1\.1 431 /);
  expect(await isWell(server)).toBe(true);
});

test("a connection is kept for longer than a proxy keeps it, or the proxy would find it closed", async () => {
  const server = await listening();
  const answer = await fetch(`${server.url}/healthz`);
  const seconds = Number(/timeout=(\d+)/.exec(answer.headers.get("keep-alive") ?? "")?.[1]);
  expect(seconds).toBeGreaterThan(60);
});

test("connections that say nothing, or half a request, hold up neither others nor the end", async () => {
  const server = await listening();
  const idle = await Promise.all(Array.from({ length: 50 }, () => socketTo(server)));
  idle.forEach((socket, index) => {
    if (index % 2 === 0) socket.write("POST /debates HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-le");
  });
  expect(await isWell(server)).toBe(true);
  const closed = Promise.all(idle.map((socket) => once(socket, "close")));
  await server.close();
  await closed;
});

test("a chat client that doesn't read holds up neither its debate nor others", async () => {
  const words = "a long reason ".repeat(50_000);
  const server = await listening({
    panels: { loud: { debaters: [says("1", { words }), says("1", { words })], rounds: 0 } },
  });
  const socket = await socketTo(server);
  socket.pause();
  const body = JSON.stringify({
    model: "loud",
    stream: true,
    messages: [{ role: "user", content: "Which?" }],
  });
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\nidempotency-key: slow\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const done = async (): Promise<number> => {
    const list = await fetch(`${server.url}/debates?status=completed`);
    return ((await list.json()) as { runs: unknown[] }).runs.length;
  };
  await expect.poll(done).toBe(1);
  expect(await isWell(server)).toBe(true);
});

test("SIGTERM ends open streams and the process, and the debate goes on at the next start", async () => {
  const folder = ownFolder();
  writeFileSync(join(folder, "hold"), "");
  const first = await serving(folder);
  const started = await fetch(`${first.url}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Which?", panel: "three", id: "held" }),
  });
  expect(started.status).toBe(201);
  const watched = await fetch(`${first.url}/debates/held/events`);
  const reader = watched.body!.getReader();
  await reader.read();
  expect(await first.end("SIGTERM")).toBe(0);
  // The stream ends; a reader that comes back goes on from where it was.
  for (;;) {
    const piece = await reader.read().catch(() => ({ done: true }));
    if (piece.done) break;
  }
  expect(existsSync(join(folder, "rostrum.db"))).toBe(true);
  const second = await serving(folder);
  const record = async (): Promise<unknown> =>
    ((await (await fetch(`${second.url}/debates/held`)).json()) as { status: string }).status;
  expect(await record()).toBe("running");
});

test("the queue's place is in the answer, the record and the stream, and moves on", async () => {
  const { model, open, asked } = gate("1");
  const server = await listening({
    panels: { slow: { debaters: [model, model], rounds: 0 } },
    limits: { debates: 1 },
  });
  const start = async (id: string): Promise<{ queued?: { place: number } }> => {
    const response = await fetch(`${server.url}/debates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Which?", panel: "slow", id }),
    });
    return (await response.json()) as { queued?: { place: number } };
  };
  await start("one");
  await asked(2);
  expect((await start("two")).queued).toEqual({ place: 1 });
  expect((await start("three")).queued).toEqual({ place: 2 });
  const events = fetch(`${server.url}/debates/three/events`).then((response) => response.text());
  await expect
    .poll(async () => (await fetch(`${server.url}/debates/three`)).json())
    .toMatchObject({ queued: { place: 2 } });
  open();
  const places = [...(await events).matchAll(/"place":(\d+|null)/g)].map(([, place]) => place);
  expect(places[0]).toBe("2");
  expect(places.at(-1)).toBe("null");
});
