import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { Serving } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { split } from "./support/call.ts";
import { gate } from "./support/models.ts";
import { curled, dialled, listening, sent, type Answered, type Sent } from "./support/socket.ts";

const JSON_TYPE = { "content-type": "application/json" };
const question = JSON.stringify({ question: "Q?" });
const chat = JSON.stringify({ model: "agreeing", messages: [{ role: "user", content: "Q?" }] });

async function started(serving: Serving, body: object): Promise<string> {
  const { status, text } = await sent(serving, "/debates", {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify(body),
  });
  expect(status).toBe(201);
  return (JSON.parse(text) as { id: string }).id;
}

async function finished(serving: Serving, body: object = { question: "Q?" }): Promise<string> {
  const id = await started(serving, body);
  await sent(serving, `/debates/${id}/events`);
  return id;
}

describe("over a socket", () => {
  test("DELETE without a body forgets a debate", async () => {
    const serving = await listening();
    const id = await finished(serving);
    expect(await sent(serving, `/debates/${id}`, { method: "DELETE" })).toMatchObject({
      status: 204,
    });
    expect(await sent(serving, `/debates/${id}`)).toMatchObject({ status: 404 });
  });

  test.each<[string, Sent]>([
    ["without a body", {}],
    ["with a length of 0", { headers: { "content-length": "0" } }],
    ["with an empty body in chunks", { chunks: [] }],
    ["with a body that nobody asked for", { chunks: ["{", "}"] }],
  ])("POST …/cancel %s ends a debate", async (_name, how) => {
    const slow = gate("1");
    const serving = await listening({ panels: { slow: { debaters: [slow.model, slow.model] } } });
    const id = await started(serving, { question: "Q?" });
    const { status, text } = await sent(serving, `/debates/${id}/cancel`, {
      method: "POST",
      ...how,
    });
    expect([status, JSON.parse(text)]).toMatchObject([200, { id, status: "failed" }]);
  });

  test("bodies in chunks are read like any other", async () => {
    const serving = await listening();
    const chunks = (body: string): Sent => ({
      method: "POST",
      headers: JSON_TYPE,
      chunks: [body.slice(0, 7), body.slice(7)],
    });
    expect(await sent(serving, "/debates", chunks(question))).toMatchObject({ status: 201 });
    expect(await sent(serving, "/plan", chunks(question))).toMatchObject({ status: 200 });
    expect(await sent(serving, "/v1/chat/completions", chunks(chat))).toMatchObject({
      status: 200,
    });
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    };
    const mcp = await sent(serving, "/mcp", {
      ...chunks(JSON.stringify(initialize)),
      headers: { ...JSON_TYPE, accept: "application/json, text/event-stream" },
    });
    expect(mcp).toMatchObject({ status: 200, text: expect.stringContaining("serverInfo") });
  });

  test("as the documentation says it, with curl", async ({ skip }) => {
    const serving = await listening({ panels: { split: { ...split, onEscalate: "wait" } } });
    const id = await started(serving, { question: "Q?" });
    const cancelled = await curled("-X", "POST", `${serving.url}/debates/${id}/cancel`);
    if (!cancelled) return skip("there is no curl here");
    expect([cancelled.status, JSON.parse(cancelled.text)]).toMatchObject([200, { id }]);
    const piped = ["-H", "transfer-encoding: chunked", "-H", "expect: 100-continue"];
    const asked = await curled(`${serving.url}/debates`, ...piped, "--json", question);
    expect(asked?.status).toBe(201);
    const removed = await curled("-X", "DELETE", `${serving.url}/debates/${id}`);
    expect(removed?.status).toBe(204);
  });
});

interface Document {
  paths: Record<string, Record<string, { requestBody?: object }>>;
}

const BODIES: [string, Sent][] = [
  ["nothing", {}],
  ["a length of 0", { headers: { ...JSON_TYPE, "content-length": "0" } }],
  ["an empty object", { headers: JSON_TYPE, body: "{}" }],
  ["an empty object in chunks", { headers: JSON_TYPE, chunks: ["{", "}"] }],
  ["no chunks", { headers: JSON_TYPE, chunks: [] }],
  ["another type", { headers: { "content-type": "text/plain" }, body: "{}" }],
  ["no type", { body: "{}" }],
  ["half of an object", { headers: JSON_TYPE, chunks: ['{"question":'] }],
  ["not an object", { headers: JSON_TYPE, body: "[1]" }],
  ["null", { headers: JSON_TYPE, body: "null" }],
  ["bytes that are no text", { headers: JSON_TYPE, body: "\u0000\ufffd" }],
  ["a declared body that is too large", { headers: JSON_TYPE, body: " ".repeat(3000) }],
  ["an undeclared body that is too large", { headers: JSON_TYPE, chunks: [" ".repeat(3000)] }],
  ["a range and a validator", { headers: { range: "bytes=0-1", "if-none-match": "*" } }],
];

test("nothing that is sent to a documented address is answered with 500", async () => {
  const lines: string[] = [];
  const serving = await listening({
    limits: { bodyBytes: 2000, requestsPerMinute: 100_000 },
    log: (line) => lines.push(line),
  });
  const { paths } = JSON.parse((await sent(serving, "/openapi.json")).text) as Document;
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    [...Object.keys(operations), "head", "options", "put"].map(
      (method) => [path, method, operations[method]] as const,
    ),
  );
  expect(methods.length).toBeGreaterThan(40);
  let id = await finished(serving);
  for (const [place, [path, method, operation]] of methods.entries()) {
    // No handler reads a body of what isn't documented: one of them is enough, each time another.
    const bodies = operation ? BODIES : [BODIES[place % BODIES.length]!];
    for (const [what, how] of bodies) {
      const at = path.replace("{id}", id).replace("{model}", "agreeing");
      const answer = await sent(serving, at, { ...how, method: method.toUpperCase() });
      const told = `${method} ${path} with ${what}: ${answer.status}`;
      expect(answer.status, told).toBeLessThan(500);
      expectForm(answer, method, told);
      // A debate that has ended can be neither cancelled nor continued, nobody has saved a panel, and no such user exists.
      const needsMore =
        /cancel|proceed|files|panels\/\{name\}|users\/\{user\}|\{share\}|admin\/reload|session\/refresh|^\/shared/.test(
          path,
        );
      if (operation && !operation.requestBody && !/large/.test(what) && !needsMore) {
        expect(answer.status, told).toBeLessThan(300);
      }
      // It may have changed or deleted the debate, so that the next one needs another.
      const mayChange = operation !== undefined && method !== "get";
      if (path.includes("{id}") && mayChange) id = await finished(serving);
    }
  }
  expect(lines).toEqual([]);
});

/** Every answer has the headers that protect a browser, and an error says what was wrong. */
function expectForm({ status, headers, text }: Answered, method: string, told: string): void {
  expect(headers["x-content-type-options"], told).toBe("nosniff");
  if (status >= 400 && method !== "head") {
    expect(JSON.parse(text), told).toMatchObject({
      error: { code: expect.any(String), message: expect.stringMatching(/\w/) },
    });
  }
}

describe("a connection that behaves badly", () => {
  test("may send several requests at once", async () => {
    const serving = await listening();
    const { socket, said } = await dialled(serving);
    const head = "Host: 127.0.0.1\r\nContent-Type: application/json\r\n";
    const plan = `POST /plan HTTP/1.1\r\n${head}Content-Length: ${question.length}\r\n\r\n${question}`;
    const gone = `DELETE /debates/none HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
    const last = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`;
    socket.write(plan + gone + plan + last);
    await once(socket, "close");
    expect([...said().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "404",
      "200",
      "200",
    ]);
  });

  test("may wait to be asked for its body", async () => {
    const serving = await listening();
    const { socket, said } = await dialled(serving);
    socket.write(
      `POST /plan HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n` +
        `Expect: 100-continue\r\nContent-Length: ${question.length}\r\n\r\n`,
    );
    while (!said().includes("100 Continue")) await once(socket, "data");
    socket.write(question);
    await once(socket, "close");
    expect(said()).toContain("HTTP/1.1 200 OK");
  });

  test("that leaves in the middle of its body harms nobody, and is not an error of ours", async () => {
    const lines: string[] = [];
    const serving = await listening({ log: (line) => lines.push(line) });
    for (const length of ["Content-Length: 100", "Transfer-Encoding: chunked"]) {
      const { socket } = await dialled(serving);
      socket.write(
        `POST /debates HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${length}\r\n\r\n5\r\n{"que`,
      );
      // The server has the head by the time it has answered somebody else.
      await sent(serving, "/healthz");
      socket.destroy();
      await setImmediate();
    }
    expect(await sent(serving, "/debates")).toMatchObject({
      status: 200,
      text: expect.stringContaining(`"runs":[]`),
    });
    expect(lines).toEqual([]);
  });

  test("is told that its body is too large, whether it said so or not", async () => {
    const serving = await listening({ limits: { bodyBytes: 1000 } });
    const post = { method: "POST", headers: JSON_TYPE };
    const large = " ".repeat(100_000);
    for (const how of [{ body: large }, { chunks: [large, large] }]) {
      expect(await sent(serving, "/debates", { ...post, ...how })).toMatchObject({
        status: 413,
        text: expect.stringContaining("at most 1000 bytes"),
      });
    }
  });

  test.each([
    { length: "Content-Length: 3000", begin: "", end: "" },
    { length: "Transfer-Encoding: chunked", begin: "bb8\r\n", end: "\r\n0\r\n\r\n" },
  ])("that is slow to send too much is answered when it is done: $length", async (one) => {
    const serving = await listening({ limits: { bodyBytes: 1000 } });
    const { socket, said } = await dialled(serving);
    socket.write(
      `POST /debates HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${one.length}\r\n\r\n`,
    );
    socket.write(`${one.begin}${" ".repeat(2999)}`);
    // An answer that doesn't wait for the rest would be here by the time that others are answered.
    for (let asked = 0; asked < 5; asked++) await sent(serving, "/healthz");
    expect(said()).toBe("");
    socket.write(` ${one.end}`);
    await expect.poll(said).toContain("at most 1000 bytes");
    expect(said()).toContain("HTTP/1.1 413");
  });

  test("that asks for the head of a stream takes no watcher's place", async () => {
    const slow = gate("1");
    const serving = await listening({
      panels: { slow: { debaters: [slow.model, slow.model] } },
      limits: { watchers: 2 },
    });
    const id = await started(serving, { question: "Q?" });
    for (let asked = 0; asked < 5; asked++) {
      expect(await sent(serving, `/debates/${id}/events`, { method: "HEAD" })).toMatchObject({
        status: 200,
        headers: { "content-type": expect.stringContaining("event-stream") },
      });
    }
    slow.open();
    expect(await sent(serving, `/debates/${id}/events`)).toMatchObject({ status: 200 });
  });
});
