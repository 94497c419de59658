import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { memoryJournal, sqliteJournal, type RunStore } from "rostrum";
import {
  createServer,
  hashToken,
  newToken,
  serve,
  type Serving,
  type Visibility,
} from "rostrum/server";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  auth,
  debateOf as newDebate,
  entries,
  guarded,
  pathFor,
  refusalOf,
  refuseAll,
  ROLES,
  ROUTES,
  VIEWS,
} from "../support/refused-acts.ts";
import { agreeing, split } from "./support/call.ts";
import { gate } from "./support/models.ts";
import { listening, sent, type Answered } from "./support/socket.ts";

const torn = { ...split, onEscalate: "wait" as const, rounds: 0 };
test("every route of the server is in the table of this test", () => {
  const server = createServer({ panels: { agreeing }, journal: memoryJournal() });
  // For a path with methods of its own, ALL only says which methods it has.
  const named = new Set(
    server.app.routes.flatMap(({ path, method }) => (method === "ALL" ? [] : [path])),
  );
  const routes = server.app.routes
    .filter(({ path, method }) => !(method === "ALL" && (path === "/*" || named.has(path))))
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(routes)].sort()).toEqual(Object.keys(ROUTES).sort());
});

let serving: Serving;
let journal: RunStore;

beforeAll(async () => {
  journal = memoryJournal();
  serving = await serve({
    port: 0,
    panels: { agreeing, split },
    journal,
    limits: { requestsPerMinute: 1e6, debatesPerUser: 1000, debates: 1000 },
    auth,
  });
  return () => serving.close();
});

async function as(
  user: string,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Answered> {
  const token = entries.find((entry) => entry.user === user)?.token ?? "";
  return sent(serving, path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
}

const debateOf = (user: string): Promise<string> => newDebate(journal, user);

const cases = guarded.flatMap(([route, row]) =>
  ROLES.flatMap((role, index) => VIEWS.map((sees) => ({ route, role, sees, reach: row[index] }))),
);

describe("every route for every role and view", () => {
  test.each(cases)(
    "$route as $role who sees $sees: $reach",
    async ({ route, role, sees, reach }) => {
      const user = `${role}-${sees}`;
      const [method = "", pattern = ""] = route.split(" ");
      const owners = { own: user, team: "friend", all: "stranger" };
      for (const [whose, owner] of Object.entries(owners) as [Visibility, string][]) {
        const id = pattern.includes(":id") ? await debateOf(owner) : "";
        const path = pathFor(pattern, id);
        const refused = refusalOf(reach, whose, sees, id !== "");
        const before = await refusals();
        const { status, text } = await as(user, method === "ALL" ? "POST" : method, path);
        const said = `${route} as ${user} on a debate of ${owner}: ${status} ${text.slice(0, 200)}`;
        if (refused !== null) {
          expect(status, said).toBe(refused);
          // What may not be seen looks like what doesn't exist, and the audit says who tried what.
          const [latest] = (await refusals(before)) as [Record<string, unknown>];
          expect(latest, said).toMatchObject({
            user,
            outcome: "refused",
            status: refused,
            debate: id === "" ? null : id,
            code: refused === 404 ? "not_visible" : "forbidden",
          });
          if (refused === 404) {
            const missing = await as(user, method, path.replace(id, "missing"));
            expect(missing.text).toBe(text.replace(id, "missing"));
          }
        } else {
          expect([401, 403], said).not.toContain(status);
          const mayBeMissing = method === "DELETE" || pattern.includes(":sha256");
          if (id !== "" && !mayBeMissing) expect(status, said).not.toBe(404);
          expect(await refusals(), said).toHaveLength(before.length);
        }
        if (id === "") break;
      }
    },
  );

  test("every route without a token is 401, and the first of an address and reason is in the audit log", async () => {
    for (const authorization of [undefined, "Bearer wrong", "Bearer another"]) {
      for (const [route] of guarded) {
        const [method = "", path = ""] = route.split(" ");
        const { status } = await sent(serving, path, {
          method: method === "ALL" ? "POST" : method,
          ...(authorization === undefined ? {} : { headers: { authorization } }),
        });
        expect(status, route).toBe(401);
      }
    }
    const page = await journal.service?.listActs({ act: "sign_in", outcome: "refused" });
    const refused = { user: null, outcome: "refused", address: "127.0.0.1" };
    expect(page?.acts).toMatchObject([
      { ...refused, code: "bad_token" },
      { ...refused, code: "no_token" },
    ]);
  });
});

async function refusals(after: readonly unknown[] = []): Promise<unknown[]> {
  const page = await journal.service?.listActs({ outcome: "refused", limit: 1000 });
  const all = page?.acts ?? [];
  return after.length === 0 ? all : all.slice(0, Math.max(1, all.length - after.length));
}

async function connected(user: string, mode: "legacy" | "auto"): Promise<Client> {
  const token = entries.find((entry) => entry.user === user)?.token ?? "";
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const url = new URL(`${serving.url}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

test("on a file, every act is refused to the wrong user, and is in the audit log", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-access-"));
  const file = sqliteJournal(join(folder, "runs.db"));
  const limits = { requestsPerMinute: 1e6 };
  const server = createServer({ panels: { agreeing }, journal: file, auth, limits });
  expect(await refuseAll(server, file)).toBeGreaterThan(200);
  await server.close();
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("what a user may not see", () => {
  test("is not in any list, search, total or model's history", async () => {
    const id = await debateOf("stranger");
    for (const query of ["", "?search=stranger", "?user=stranger", "?status=failed&limit=200"]) {
      const { text } = await as("asker-own", "GET", `/debates${query}`);
      expect(text).not.toContain("stranger-");
    }
    expect((await as("asker-all", "GET", "/debates?user=stranger")).text).toContain(id);
    const usage = await as("asker-own", "GET", "/usage?by=user");
    expect(usage.text).not.toContain("stranger");
    const team = await as("asker-team", "GET", "/debates?limit=200");
    expect(team.text).toContain("friend-");
    expect(team.text).not.toContain("stranger-");
  });

  test("can't be reached through ids of OpenAI's API", async () => {
    const id = await debateOf("stranger");
    const follow = { model: "agreeing", input: "And?", previous_response_id: `resp_${id}` };
    const refer = {
      model: "agreeing",
      input: [
        { type: "item_reference", id: `msg_${id}` },
        { role: "user", content: "And?" },
      ],
    };
    for (const body of [follow, refer]) {
      const { status, text } = await as("asker-own", "POST", "/v1/responses", body);
      expect(status).toBe(404);
      expect(text).not.toContain("Q?");
    }
  });

  test("can't be joined under its id or another user's key", async () => {
    const body = { question: "Secret?", id: `mine-${crypto.randomUUID()}` };
    expect((await as("friend", "POST", "/debates", body)).status).toBe(201);
    expect((await as("friend", "POST", "/debates", body)).status).toBe(200);
    // The same answer as to any other request about a debate that the user may not see.
    const other = await as("asker-own", "POST", "/debates", body);
    const read = await as("asker-own", "GET", `/debates/${body.id}`);
    expect([other.status, other.text]).toEqual([404, read.text]);
    expect(read.status).toBe(404);
  });

  test("can't be read through MCP, and a viewer can't ask there", async () => {
    const id = await debateOf("stranger");
    for (const mode of ["legacy", "auto"] as const) {
      const client = await connected("asker-own", mode);
      const got = async (wanted: string): Promise<string> =>
        JSON.stringify(await client.callTool({ name: "result", arguments: { id: wanted } }));
      const hidden = await got(id);
      expect(hidden.replaceAll(id, "missing")).toBe(await got("missing"));
      expect((await refusals())[0]).toMatchObject({ user: "asker-own", act: "read", debate: id });
      const { resources } = await client.listResources();
      expect(JSON.stringify(resources)).not.toContain("stranger-");
      await expect(client.readResource({ uri: `rostrum://debates/${id}` })).rejects.toThrow();
      const viewer = await connected("viewer-all", mode);
      const asked = await viewer.callTool({ name: "ask", arguments: { question: "Q?" } });
      expect(JSON.stringify(asked)).toContain("expected the role asker");
      expect((await refusals())[0]).toMatchObject({ user: "viewer-all", act: "ask" });
    }
  });
});

test("successful actions are in the audit log with their debate, but without its texts", async () => {
  const question = "A very private question?";
  const started = await as("friend", "POST", "/debates", { question });
  const { id } = JSON.parse(started.text) as { id: string };
  await as("friend", "GET", `/debates/${id}/events`);
  await as("friend", "DELETE", `/debates/${id}`);
  const audit = await as("admin-all", "GET", `/audit?debate=${id}`);
  const { acts } = JSON.parse(audit.text) as { acts: object[] };
  expect(acts).toMatchObject([
    { user: "friend", act: "delete", outcome: "done", status: 204, address: "127.0.0.1" },
    { user: "friend", act: "ask", outcome: "done", status: 201 },
  ]);
  expect(JSON.stringify(await journal.service?.listActs({ limit: 1000 }))).not.toContain("private");
});

test("a user's data is deleted: debates, including running ones, and the name in the audit log and the totals", async () => {
  const own = memoryJournal();
  const { model, asked } = gate("1");
  const [root, ada, bob] = [newToken(), newToken(), newToken()];
  const server = await listening({
    journal: own,
    panels: { agreeing, slow: { debaters: [model, model], rounds: 0 }, torn },
    auth: {
      tokens: [
        { user: "root", role: "admin", hash: hashToken(root) },
        { user: "ada", hash: hashToken(ada), budget: { calls: 100 } },
        { user: "bob", hash: hashToken(bob) },
      ],
    },
  });
  const call = (token: string, method: string, path: string, body?: object): Promise<Answered> =>
    sent(server, path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const started = async (token: string, panel: string): Promise<string> => {
    const { text } = await call(token, "POST", "/debates", { question: "Mine?", panel });
    return (JSON.parse(text) as { id: string }).id;
  };
  const done = await started(ada, "agreeing");
  await call(ada, "GET", `/debates/${done}/events`);
  const waiting = await started(ada, "torn");
  await expect
    .poll(async () => (await call(ada, "GET", `/debates/${waiting}`)).text)
    .toContain('"status":"waiting"');
  await started(ada, "slow");
  await asked(2);
  const kept = await started(bob, "agreeing");

  expect((await call(bob, "DELETE", "/users/ada")).status).toBe(403);
  expect((await call(root, "DELETE", "/users/nobody")).status).toBe(404);
  const answer = await call(root, "DELETE", "/users/ada");
  const { debates, name } = JSON.parse(answer.text) as { debates: number; name: string };
  expect([answer.status, debates]).toEqual([200, 3]);
  expect(name).toMatch(/^deleted user \d+$/);
  const { runs } = await own.list();
  expect(runs.map(({ id }) => id)).toEqual([kept]);
  const audit = (await call(root, "GET", "/audit?limit=1000")).text;
  expect(audit).not.toContain('"ada"');
  expect(audit).toContain(name);
  const [sum] = (await own.service?.walletStates([`user:${name}`])) ?? [];
  expect(sum?.spent.calls).toBeGreaterThan(0);
  expect((await call(root, "DELETE", "/users/ada")).status).toBe(404);
});
