import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { memoryJournal, type ModelFunction } from "rostrum";
import { hashToken, newToken, serve, type AccessEntry, type ServeOptions } from "rostrum/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../support/files.ts";
import {
  frontOf,
  isInstalled,
  NAME,
  type ProxyRequest,
  type Front,
  type Kind,
} from "../support/real-proxy.ts";
import { agreeing, refusal } from "./support/call.ts";
import { gate, says, type Gate } from "./support/models.ts";
import { ownFolder, serving } from "./support/process.ts";
import { listening } from "./support/socket.ts";
import { sseOf, type SseEvent } from "./support/sse.ts";

const token = newToken();
/** As deploy/nginx.conf and deploy/Caddyfile say that the server is started. */
const OPTIONS: Partial<ServeOptions> = {
  basePath: "/rostrum",
  hosts: [NAME],
  proxies: ["127.0.0.1"],
  auth: { tokens: [{ user: "ada", hash: hashToken(token), role: "admin" }] },
};
const BROWSER = { accept: "text/html,*/*", "sec-fetch-mode": "navigate" };
const json = (body: object, headers: Record<string, string> = {}): ProxyRequest => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** Reads on until it comes. The rest can still be read. */
async function until(
  events: AsyncGenerator<SseEvent>,
  wanted: (event: SseEvent) => boolean,
): Promise<void> {
  for (;;) {
    const { done, value } = await events.next();
    if (done === true) throw new Error("it ended before that");
    if (wanted(value)) return;
  }
}

const KINDS: Kind[] = ["nginx", "caddy"];

describe.each(KINDS)("deploy/: %s in front of a server", (kind) => {
  const installed = isInstalled(kind);
  const ends: (() => Promise<void>)[] = [];
  const entries: AccessEntry[] = [];
  let front: Front;
  let slow: Gate;

  async function inFront(port: number, edit?: (config: string) => string): Promise<Front> {
    const made = await frontOf(kind, { servers: [port], token, ...(edit ? { edit } : {}) });
    ends.push(() => made.end());
    return made;
  }

  beforeAll(async () => {
    if (!installed) return;
    const waiting: ModelFunction = (request) => slow.model(request);
    const reading = { model: () => "Answer: yes", takes: ["pdf" as const] };
    const server = await serve({
      ...OPTIONS,
      port: 0,
      journal: memoryJournal(),
      panels: {
        agreeing,
        slow: { debaters: [says("7"), waiting], rounds: 0 },
        reading: { debaters: [reading, reading], rounds: 0 },
      },
      access: (entry) => void entries.push(entry),
    });
    ends.push(() => server.close());
    front = await inFront(server.port);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  describe.skipIf(!installed).each([1, 2])("over HTTP/%d", (version) => {
    const http2 = version === 2;

    test("the page and its files arrive, compressed once", async () => {
      const page = await front.ask("/rostrum/", { http2, headers: BROWSER });
      expect(page.status).toBe(200);
      expect(page.headers.get("strict-transport-security")).toContain("max-age=");
      const html = await page.text();
      const script = /src="\.?\/?(assets\/[^"]+\.js)"/.exec(html)?.[1];
      // Without a build there is no page, and its text says so.
      if (script === undefined) return expect(html).toContain("without its page");
      const headers = { "accept-encoding": "gzip, br" };
      const file = await front.ask(`/rostrum/${script}`, { http2, headers });
      expect(file.headers.get("content-encoding")).toBe("gzip");
      const code = gunzipSync(Buffer.from(await file.arrayBuffer())).toString();
      // Readable, so it was compressed once.
      expect(code).toContain("import");
    });

    test("events and chat arrive while the debate runs, not at its end", async () => {
      slow = gate("7");
      const id = crypto.randomUUID();
      const order = json({ question: "Which?", panel: "slow", id });
      const started = await front.ask("/rostrum/debates", { http2, ...order });
      expect(started.status).toBe(201);
      const asked = `https://${NAME}/rostrum/debates`;
      const place = new URL(started.headers.get("location") ?? "", asked);
      expect(place.pathname).toBe(`/rostrum/debates/${id}`);
      const messages = [{ role: "user", content: "Which?" }];
      const chat = await front.ask("/rostrum/v1/chat/completions", {
        http2,
        ...json({ model: "slow", stream: true, messages }),
      });
      const watched = `${place.pathname}/events`;
      const headers = { "accept-encoding": "identity" };
      // Nothing more comes until the model is let go on: behind a proxy that collects, this would not end.
      const seen = sseOf(await front.ask(watched, { http2, headers }));
      await until(seen, ({ event }) => event === "debate.response");
      const said = sseOf(chat);
      await until(said, ({ data }) => data.includes("I thought"));
      slow.open();
      await until(seen, ({ event }) => event === "debate.completed");
      await until(said, ({ data }) => data === "[DONE]");
      const again = await front.ask(watched, { http2, headers: { "last-event-id": "2" } });
      expect((await sseOf(again).next()).value?.id).toBe("3");
    });
  });

  test.skipIf(!installed)("/rostrum leads to the page", async () => {
    const { status, headers } = await front.ask("/rostrum", { headers: BROWSER });
    expect([301, 308]).toContain(status);
    expect(new URL(headers.get("location") ?? "", `https://${NAME}`).pathname).toBe("/rostrum/");
  });

  test.skipIf(!installed)("the page's own requests are accepted, others are not", async () => {
    const order = { question: "Which?", panel: "agreeing" };
    const own = `https://${NAME}:${front.port}`;
    const accepted = await front.ask("/rostrum/debates", json(order, { origin: own }));
    expect(accepted.status).toBe(201);
    const foreign = front.ask("/rostrum/debates", json(order, { origin: "https://evil.example" }));
    expect(await refusal(foreign)).toMatchObject({ status: 403, code: "origin_not_allowed" });
  });

  test.skipIf(!installed)("the log has the client's address and the request id", async () => {
    entries.length = 0;
    const headers = { "x-forwarded-for": "198.51.100.1", "x-request-id": "chosen" };
    const answer = await front.ask("/rostrum/panels", { from: "127.0.0.2", headers });
    expect(answer.status).toBe(200);
    // Streams of other tests may be noted at any time.
    const own = (): AccessEntry[] => entries.filter(({ path }) => path === "/panels");
    await expect.poll(own).toMatchObject([{ address: "127.0.0.2" }]);
    expect(answer.headers.get("x-request-id")).toBe(own()[0]?.requestId);
    expect(own()[0]?.requestId).not.toBe("chosen");
  });

  test.skipIf(!installed)("20 MB of files pass, and the server says what is too much", async () => {
    const file = Buffer.concat([pdf(1), Buffer.alloc(19_999_000, " ")]);
    const asking = (data: string): ProxyRequest =>
      json({ question: "Is it?", panel: "reading", context: [{ document: "long.pdf", data }] });
    const passed = await front.ask("/rostrum/debates", asking(file.toString("base64")));
    expect([passed.status, await passed.text()]).toEqual([201, expect.any(String)]);
    const large = front.ask("/rostrum/debates", asking("A".repeat(29_500_000)));
    expect(await refusal(large)).toMatchObject({ status: 413 });
  });

  test.skipIf(!installed)("with Host rewritten, the page says what to change", async () => {
    const rewritten = (config: string): string =>
      config
        .replace("proxy_set_header host $http_host;", "proxy_set_header host inside.example;")
        .replace("flush_interval -1", "flush_interval -1\n\t\t\theader_up Host inside.example");
    const { port } = await listening({ ...OPTIONS, proxies: [] });
    const told = await inFront(port, rewritten);
    const page = await told.ask("/rostrum/", { headers: BROWSER });
    expect(page.status).toBe(403);
    const html = await page.text();
    expect(html).toContain("--allow-host inside.example");
    expect(html).toContain("pass on the name that the browser used");
  });

  test.skipIf(!installed)("a trusted proxy may name the host that the browser used", async () => {
    const { port } = await listening(OPTIONS);
    const named = await inFront(port, (config) =>
      config
        .replace(
          "proxy_set_header host $http_host;",
          "proxy_set_header host inside.example;\nproxy_set_header x-forwarded-host $http_host;",
        )
        .replace("flush_interval -1", "flush_interval -1\n\t\t\theader_up Host inside.example"),
    );
    const origin = `https://${NAME}:${named.port}`;
    const order = json({ question: "Which?", panel: "agreeing" }, { origin });
    expect((await named.ask("/rostrum/debates", order)).status).toBe(201);
  });

  test.skipIf(!installed)(
    "SIGTERM: what was asked is answered before the server ends",
    async () => {
      const folder = ownFolder();
      const flags = [
        "--base-path",
        "/rostrum",
        "--allow-host",
        NAME,
        "--drain",
        "60",
        "--token",
        token,
      ];
      const server = await serving(folder, ...flags);
      const before = await inFront(Number(new URL(server.url).port));
      writeFileSync(join(folder, "hold"), "");
      await before.ask("/rostrum/debates", json({ question: "Q?", panel: "three", id: "run" }));
      const events = sseOf(await before.ask("/rostrum/debates/run/events"));
      await until(events, ({ data }) => data.includes('"round":1'));
      const order = { model: "three", messages: [{ role: "user", content: "Q?" }] };
      const chat = before.ask("/rostrum/v1/chat/completions", json(order));
      // Three calls of each debate are over, and three wait.
      const calls = (): number =>
        readFileSync(join(folder, "calls"), "utf8").split("\n").length - 1;
      await expect.poll(calls, { interval: 20 }).toBe(12);
      const gone = server.end("SIGTERM");
      const ready = async (): Promise<number> => (await before.ask("/rostrum/readyz")).status;
      await expect.poll(ready, { interval: 20 }).toBe(503);
      const late = before.ask("/rostrum/debates", json({ question: "Q?", panel: "three" }));
      expect(await refusal(late)).toMatchObject({ status: 503, code: "closing" });
      rmSync(join(folder, "hold"));
      await until(events, ({ event }) => event === "debate.completed");
      const answered = await chat;
      expect(answered.status).toBe(200);
      expect(await answered.json()).toMatchObject({ object: "chat.completion" });
      expect(await gone).toBe(0);
      expect((await before.ask("/rostrum/healthz")).status).toBe(502);
    },
  );
});
