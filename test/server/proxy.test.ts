import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import OpenAI from "openai";
import { hashToken, newToken, type ServeOptions } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { reverseProxy, type Proxy, type ProxyOptions } from "../support/proxy.ts";
import { refusal } from "./support/call.ts";
import { listening } from "./support/socket.ts";

const PREFIX = "/tools/rostrum";
const stripped = (path: string): string => path.slice(PREFIX.length) || "/";

const token = newToken();
const auth = { tokens: [{ user: "ada", hash: hashToken(token), role: "admin" as const }] };

/** The proxy signs its clients in: it sends the token of the only user. */
async function behind(options: Partial<ServeOptions>, proxying: ProxyOptions): Promise<Proxy> {
  const { port } = await listening({ auth, ...options });
  const proxy = await reverseProxy(port, {
    ...proxying,
    headers: (incoming) => ({
      authorization: `Bearer ${token}`,
      ...proxying.headers?.(incoming),
    }),
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

const KINDS: [string, Partial<ServeOptions>, ProxyOptions][] = [
  ["passes the prefix on", { basePath: PREFIX }, {}],
  ["takes the prefix off", { basePath: `${PREFIX}/` }, { path: stripped }],
  [
    "takes the prefix off and says so",
    { proxies: ["127.0.0.1"] },
    { path: stripped, headers: () => ({ "x-forwarded-prefix": PREFIX }) },
  ],
];

describe.each(KINDS)("behind a proxy that %s", (_name, options, proxying) => {
  test("debates, events, the description, chat and MCP work under the prefix", async () => {
    const { url } = await behind(options, proxying);
    const at = `${url}${PREFIX}`;
    const page = await fetch(`${at}/`);
    expect(page.status).toBe(200);
    const started = await fetch(`${at}/debates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ question: "Which?", panel: "agreeing" }),
    });
    expect(started.status).toBe(201);
    const record = new URL(started.headers.get("location") ?? "", started.url);
    const events = await (await fetch(`${record.href}/events`)).text();
    expect(events).toContain("event: debate.completed");
    expect(await (await fetch(record)).json()).toMatchObject({ status: "completed" });
    const described = await (await fetch(`${at}/openapi.json`)).json();
    expect(described).toMatchObject({ servers: [{ url: PREFIX }] });

    const openai = new OpenAI({ baseURL: `${at}/v1`, apiKey: "none" });
    const said = await openai.chat.completions.create({
      model: "agreeing",
      messages: [{ role: "user", content: "Which?" }],
    });
    expect(said.choices[0]?.message.content).toContain("42");

    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${at}/mcp`)));
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("ask");
  });
});

test("a base path that is not a path is refused", async () => {
  for (const basePath of ["rostrum", "/a b", '/"><script>', "//evil.example", "/../x"]) {
    await expect(listening({ basePath })).rejects.toThrow("expected a path such as /rostrum");
  }
});

test("a path that only begins like the base path is not below it", async () => {
  const { port } = await listening({ auth, basePath: "/panel" });
  const statusOf = async (path: string): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await statusOf("/panel/panels")).toBe(200);
  expect(await statusOf("/panelpanels")).toBe(404);
});

describe("a proxy that rewrites Host", () => {
  const named: ProxyOptions = {
    host: "upstream.internal",
    headers: ({ headers }) => ({ "x-forwarded-host": headers.host ?? "" }),
  };
  const act = (url: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}/debates`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ question: "Which?", panel: "agreeing" }),
    });

  test("may name the host if it is trusted, and that origin is allowed", async () => {
    const { url } = await behind({ proxies: ["127.0.0.1"] }, named);
    expect((await act(url, { origin: url })).status).toBe(201);
    expect(await refusal(act(url, { origin: "https://evil.example" }))).toMatchObject({
      status: 403,
      code: "origin_not_allowed",
    });
  });

  test("may name the host of the server's public address, and no other", async () => {
    const publicUrl = "https://panel.example.com/rostrum";
    const ask = async (host: string): Promise<Response> => {
      const headers = (): Record<string, string> => ({ "x-forwarded-host": host });
      const { url } = await behind({ proxies: ["127.0.0.1"], publicUrl }, { headers });
      return fetch(`${url}/panels`);
    };
    expect((await ask("panel.example.com")).status).toBe(200);
    expect(await refusal(ask("rebound.example"))).toMatchObject({
      code: "host_not_allowed",
      message: expect.stringMatching(/"rebound\.example".*--allow-host rebound\.example;/),
    });
  });

  test("may not name the host if it is not trusted, as any client can send the header", async () => {
    for (const proxies of [[], ["10.0.0.0/8"]]) {
      const { url } = await behind({ proxies }, named);
      expect(await refusal(act(url, { origin: url }))).toMatchObject({ code: "host_not_allowed" });
    }
  });

  test("still has to name a host that is allowed", async () => {
    const { url } = await behind(
      { proxies: ["127.0.0.1"] },
      { headers: () => ({ "x-forwarded-host": "rebound.example" }) },
    );
    expect(await refusal(fetch(`${url}/panels`))).toMatchObject({ code: "host_not_allowed" });
  });
});

test("behind a trusted proxy, each client has its own rate limit; a forged address has none", async () => {
  let client = "203.0.113.7";
  const { url } = await behind(
    { proxies: ["127.0.0.1"], limits: { requestsPerMinute: 2 } },
    // As nginx does: the address that it saw comes last.
    {
      headers: ({ headers }) => ({
        "x-forwarded-for": [headers["x-forwarded-for"] ?? [], client].flat().join(", "),
        // A token that is not known: such requests are counted by address.
        authorization: "Bearer none",
      }),
    },
  );
  const ask = async (headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${url}/panels`, { headers })).status;
  expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429]);
  expect(await ask({ "x-forwarded-for": "198.51.100.1" })).toBe(429);
  client = "203.0.113.8";
  expect(await ask()).toBe(401);
});

test("a browser at an address without a page shows what may be wrong", async () => {
  const { url } = await behind({}, {});
  const response = await fetch(`${url}${PREFIX}/`, { headers: { accept: "text/html,*/*" } });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(await response.text()).toContain(`--base-path ${PREFIX}`);
});
