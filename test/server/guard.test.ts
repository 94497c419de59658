import { hashToken, newToken } from "rostrum/server";
import { describe, expect, test } from "vitest";
import { called, refusal } from "./support/call.ts";
import { gate } from "./support/models.ts";

const token = newToken();
const auth = {
  tokens: [{ user: "ada", hash: hashToken(token), role: "reviewer" as const }],
};
const bearer = { authorization: `Bearer ${token}` };

describe("tokens", () => {
  test("every route is refused without a token and answered with one", async () => {
    const { get, post, send } = called({ auth });
    for (const path of [
      "/debates",
      "/panels",
      "/debates/x",
      "/debates/x/events",
      "/v1/models",
      "/mcp",
      "/nowhere",
    ]) {
      const response = await get(path);
      expect(response.status, path).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
    }
    expect((await post("/debates", { question: "Q?" })).status).toBe(401);
    expect((await send("/debates/x", { method: "DELETE" })).status).toBe(401);
    expect((await get("/debates", bearer)).status).toBe(200);
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/")).status).toBe(200);
  });

  test.each([
    ["another", { authorization: `Bearer ${newToken()}` }],
    ["half of it", { authorization: `Bearer ${token.slice(0, -1)}` }],
    ["its hash", { authorization: `Bearer ${hashToken(token)}` }],
    ["another scheme", { authorization: `Basic ${token}` }],
    ["nothing after Bearer", { authorization: "Bearer " }],
  ])("%s instead of the token is refused", async (_name, headers) => {
    const { get } = called({ auth });
    const said = await refusal(get("/panels", headers));
    expect(said).toMatchObject({ status: 401, code: "unauthorized" });
    expect(JSON.stringify(said)).not.toContain(token);
  });

  test("are kept as hashes only, and too short ones are refused", () => {
    expect(hashToken(token)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(() => hashToken("secret")).toThrow(/20 characters/);
    // What came is not repeated: it may be the token itself.
    expect(() => called({ auth: { tokens: [{ user: "ada", hash: token }] } })).toThrow(
      /^(?!.*rostrum_).*auth\.tokens\[0\]\.hash/,
    );
  });

  test("name who started a debate and who reviewed it", async () => {
    const { post, get } = called({ auth });
    const response = await post(
      "/debates",
      { question: "Q?", panel: "split", onEscalate: "wait" },
      bearer,
    );
    const { id } = (await response.json()) as { id: string };
    await expect
      .poll(
        async () =>
          ((await (await get(`/debates/${id}`, bearer)).json()) as { status: string }).status,
      )
      .toBe("waiting");
    await post(`/debates/${id}/review`, { verdict: "confirm", reviewer: "somebody else" }, bearer);
    await (await get(`/debates/${id}/events`, bearer)).text();
    expect(await (await get(`/debates/${id}`, bearer)).json()).toMatchObject({
      started: { userId: "ada" },
      result: { review: { reviewer: "ada" } },
    });
  });
});

describe("hosts and origins", () => {
  const asked = (headers: Record<string, string>, options = {}): Promise<Response> =>
    called(options).get("/panels", headers);

  test.each([
    ["localhost:4717", 200],
    ["127.0.0.1:4717", 200],
    ["[::1]:4717", 200],
    ["LOCALHOST", 200],
    ["evil.example", 403],
    ["evil.example:4717", 403],
    ["localhost.evil.example", 403],
    ["127.0.0.1.nip.io", 403],
    ["127.0.0.1@evil.example", 403],
    ["10.1.2.3", 403],
    ["", 403],
  ])("Host: %s is answered with %i", async (host, status) => {
    expect((await asked({ host })).status).toBe(status);
  });

  test("configured host names are accepted, and off loopback numeric addresses too", async () => {
    expect((await asked({ host: "panel.example:80" }, { hosts: ["panel.example"] })).status).toBe(
      200,
    );
    expect((await asked({ host: "10.1.2.3:4717" }, { anyAddress: true })).status).toBe(200);
    expect((await asked({ host: "evil.example" }, { anyAddress: true })).status).toBe(403);
  });

  test.each([
    ["http://localhost:4717", 200],
    ["http://localhost:4718", 403],
    ["https://evil.example", 403],
    ["null", 403],
    ["http://localhost:4717.evil.example", 403],
  ])("Origin: %s is answered with %i", async (origin, status) => {
    const response = await asked({ host: "localhost:4717", origin });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("pages of other origins may call only if `cors` lists them", async () => {
    const cors = ["https://tools.example.com"];
    const { get, send } = called({ cors });
    const origin = "https://tools.example.com";
    const response = await get("/panels", { origin });
    expect(response.headers.get("access-control-allow-origin")).toBe(origin);
    expect((await get("/panels", { origin: "https://other.example.com" })).status).toBe(403);
    const preflight = await send("/debates", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(() => called({ cors: ["*"] })).toThrow(/cors\[0\]/);
  });

  test("a page of another site can't make a browser send without saying so", async () => {
    expect(
      (await asked({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).status,
    ).toBe(403);
    expect(
      (await asked({ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" })).status,
    ).toBe(200);
  });
});

describe("limits", () => {
  test("a body that is too large is refused with 413", async () => {
    const { post } = called({ limits: { bodyBytes: 1000 } });
    expect(await refusal(post("/debates", { question: "x".repeat(2000) }))).toMatchObject({
      status: 413,
      code: "too_large",
    });
  });

  test("too many requests are refused with 429", async () => {
    const { get } = called({ limits: { requestsPerMinute: 3 } });
    const statuses: number[] = [];
    for (let index = 0; index < 5; index++) statuses.push((await get("/panels")).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(Number((await get("/panels")).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("too many debates at once are refused with 429", async () => {
    const { model, open } = gate("1");
    const { start, post, finished } = called({
      panels: { slow: { debaters: [model, model] } },
      limits: { debates: 2, queue: 0 },
    });
    const ids = [await start({ question: "A?" }), await start({ question: "B?" })];
    const refused = await post("/debates", { question: "C?" });
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refusal(refused)).toMatchObject({ status: 429, code: "too_many_debates" });
    open();
    for (const id of ids) await finished(id);
    await start({ question: "C?" });
  });

  test("too many debates of one user are refused", async () => {
    const { model } = gate("1");
    const other = newToken();
    const { post } = called({
      panels: { slow: { debaters: [model, model] } },
      limits: { debatesPerUser: 1, queue: 0 },
      auth: { tokens: [...auth.tokens, { user: "bob", hash: hashToken(other) }] },
    });
    expect((await post("/debates", { question: "A?" }, bearer)).status).toBe(201);
    expect(await refusal(post("/debates", { question: "B?" }, bearer))).toMatchObject({
      status: 429,
      message: "at most 1 debate of yours can run at once: try again in 5 s",
    });
    expect(
      (await post("/debates", { question: "B?" }, { authorization: `Bearer ${other}` })).status,
    ).toBe(201);
  });

  test("options and limits that don't exist are refused", () => {
    expect(() => called({ tokens: [] } as never)).toThrow(/tokens/);
    expect(() => called({ limits: { bodyByte: 1 } as never })).toThrow(/limits\.bodyByte/);
    expect(() => called({ limits: { debates: 0 } })).toThrow(/above 0/);
    expect(() => called({ panels: {} })).toThrow(/at least one panel/);
    expect(() => called({ panels: { bad: { debaters: ["nope/x", "nope/y"] } } })).toThrow(
      /panels\.bad\.debaters\[0\]/,
    );
  });
});

test("every answer has the headers that keep a browser from doing harm", async () => {
  const { get, post } = called();
  for (const response of [
    await get("/"),
    await get("/panels"),
    await get("/nowhere"),
    await post("/debates", {}),
  ]) {
    const { headers } = response;
    expect(headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/,
    );
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
  }
});

test("keys in a provider's error message are neither logged nor sent to clients", async () => {
  const key = "sk-proj-abcdefghijklmnop0123456789";
  const lines: string[] = [];
  const failing = (): never => {
    throw new Error(`401 from the provider: Incorrect API key provided: ${key}`);
  };
  const { start, get } = called({
    panels: { broken: { debaters: [failing, failing], limits: { retries: 0 } } },
    log: (line) => lines.push(line),
  });
  const id = await start({ question: "Q?" });
  const events = await (await get(`/debates/${id}/events`)).text();
  expect(events).toContain("debate.failed");
  const record = await (await get(`/debates/${id}`)).text();
  const md = await (await get(`/debates/${id}/export?format=md`)).text();
  for (const text of [events, record, md, lines.join("\n")]) expect(text).not.toContain(key);
});
