import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sqliteJournal, type RunStore } from "rostrum";
import { createServer, hashToken, newToken } from "rostrum/server";
import { connectCluster, type ClusterClient } from "rostrum/restate";
import { auth as everybody, refuseAll } from "../support/refused-acts.ts";
import { onCluster } from "./on-cluster.ts";
import {
  balancer,
  installServer,
  provider,
  register,
  restateServer,
  startWorker,
  type Provider,
  type RestateServer,
  type WorkerProcess,
} from "./support.ts";

const installed = await installServer();
if (!installed) console.log("skipped: the Restate server is not available here");

const DEBATES = 12;
const CALLS = 9;

describe.skipIf(!installed)("workers that share a journal", () => {
  let folder: string;
  let server: RestateServer;
  let paying: Provider;
  let workers: WorkerProcess[];
  let door: Awaited<ReturnType<typeof balancer>>;
  let client: ClusterClient;
  let journal: RunStore;
  let env: Record<string, string>;

  async function open(): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), "rostrum-restate-journal-"));
    server = await restateServer();
    paying = await provider(150);
    await server.start();
    const place = join(folder, "runs.db");
    env = { INGRESS: server.ingress, PROVIDER: paying.url, JOURNAL: place };
    workers = await Promise.all([startWorker(env), startWorker(env)]);
    door = await balancer(workers);
    await register(server.admin, door.url);
    client = await connectCluster(server.ingress);
    journal = sqliteJournal(place);
  }

  async function close(): Promise<void> {
    for (const { child } of workers ?? []) child.kill("SIGKILL");
    await journal?.close();
    door?.server.close();
    paying?.server.close();
    paying?.server.closeAllConnections();
    await server?.end();
    rmSync(folder, { recursive: true, force: true });
  }
  onCluster(open, close);

  function paidFor(prefix: string): number {
    return [...paying.paid].reduce(
      (sum, [step, times]) => (step.startsWith(prefix) ? sum + times : sum),
      0,
    );
  }

  async function submitAll(prefix: string): Promise<string[]> {
    const ids = Array.from({ length: DEBATES }, (_, at) => `${prefix}-${at}`);
    await Promise.all(ids.map((id) => client.submit("three", `Question ${id}?`, { id })));
    while (paidFor(prefix) < DEBATES * 4) await new Promise((resolve) => setTimeout(resolve, 10));
    return ids;
  }

  async function journaledIn(ids: readonly string[]): Promise<string[]> {
    const runs = await Promise.all(ids.map((id) => journal.read(id)));
    return runs.flatMap((run) =>
      [...(run?.steps ?? [])].flatMap(([step, { outcome }]) => (outcome ? [step] : [])),
    );
  }

  test("a worker killed -9: all finish, and no answer that was stored is paid for again", async () => {
    const ids = await submitAll("worker");
    // It stops first: after its end, the other worker may pay for a call again and store the answer
    // before the journal is read here.
    workers[0]?.child.kill("SIGSTOP");
    const stored = await journaledIn(ids);
    workers[0]?.child.kill("SIGKILL");
    const results = await Promise.all(ids.map((id) => client.attach(id)));
    for (const result of results) expect(result.rounds).toHaveLength(3);
    expect(stored.filter((step) => (paying.paid.get(step) ?? 0) > 1)).toEqual([]);
    for (const id of ids) {
      const seen: number[] = [];
      for await (const { seq } of client.events(id)) seen.push(seq);
      expect(seen).toEqual(seen.map((_, index) => index));
      expect((await journal.read(id))?.status).toBe("completed");
    }
    workers[0] = await startWorker(env);
  });

  test("the cluster's server killed and restarted: only calls in flight are made again", async () => {
    const ids = await submitAll("server");
    await server.kill();
    const stored = await journaledIn(ids);
    await server.start();
    await Promise.all(ids.map((id) => client.attach(id)));
    expect(stored.filter((step) => (paying.paid.get(step) ?? 0) > 1)).toEqual([]);
    const again = paidFor("server") - DEBATES * CALLS;
    console.log(`server restarted: ${again} of ${DEBATES * CALLS} calls were made again`);
  });

  test("a cancelled debate ends in the journal too; one that waits takes a review", async () => {
    const id = await client.submit("three", "Is it so?", { id: "cancelled" });
    while (paidFor("cancelled") < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await client.cancel(id);
    await expect(client.attach(id)).rejects.toMatchObject({ name: "AbortError" });
    expect((await journal.read(id))?.status).toBe("failed");

    await client.submit("torn", "Which?", { id: "torn" });
    for await (const { type } of client.events("torn")) if (type === "debate.escalated") break;
    await client.review("torn", { verdict: "correct", answer: "2" });
    expect((await client.attach("torn")).answer).toBe("2");
  });

  test("a debate with a person at the table, pauses and notes, and a follow-up", async () => {
    const prefix = "table";
    await client.submit("table", "Which?", { id: "table" });
    const until = async (what: string, count: number): Promise<void> => {
      let seen = 0;
      for await (const event of client.events("table")) {
        if (event.type === "debate.waiting" && event.for === what && ++seen === count) return;
      }
    };
    await until("speak", 1);
    await client.speak("table", "grace", "Answer: 42");
    await until("proceed", 1);
    const paid = paidFor(prefix);
    for (const { child } of workers) child.kill("SIGKILL");
    workers.splice(0, 2, ...(await Promise.all([startWorker(env), startWorker(env)])));
    await client.say("table", { note: "Mind the gap.", from: "Grace" });
    await client.proceed("table");
    await until("speak", 2);
    await client.speak("table", "grace", "Answer: 43");
    await until("proceed", 2);
    await client.proceed("table");
    const result = await client.attach("table");
    expect(result.notes).toEqual([{ round: 1, note: "Mind the gap.", from: "Grace" }]);
    expect(result.rounds.map(({ positions }) => positions[2]?.answer)).toEqual(["42", "43"]);
    expect([paid, paidFor(prefix)]).toEqual([2, 4]);
    await expect(client.proceed("table")).rejects.toMatchObject({ status: 409 });

    await client.submit("three", "And why?", { id: "after", follow: { id: "table" } });
    const next = await client.attach("after");
    expect(next.id).toBe("after");
    const [started] = (await journal.read("after"))?.events ?? [];
    expect(started).toMatchObject({
      parent: "table",
      context: [{ document: "earlier debate table" }],
    });
    expect((await journal.list({ parent: "table" })).runs).toMatchObject([{ id: "after" }]);
  });

  test("a server runs its debates on the cluster, and shows, cancels and reviews them", async () => {
    const panels = {
      three: {
        debaters: () => "never asked",
        panelSize: 3,
        rounds: 2,
        revise: "everyone" as const,
        stop: "never" as const,
      },
      torn: { debaters: [() => "", () => ""], rounds: 0, onEscalate: "wait" as const },
      table: {
        debaters: [() => "", () => "", "human:grace"],
        rounds: 1,
        onRound: "wait" as const,
        stop: "never" as const,
      },
    };
    const page = createServer({ panels, journal, restate: client });
    const send = async (path: string, body?: object): Promise<Response> =>
      page.app.request(`http://127.0.0.1${path}`, {
        ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
        headers: { "content-type": "application/json" },
      });
    const record = async (id: string): Promise<Record<string, unknown>> =>
      (await (await send(`/debates/${id}`)).json()) as Record<string, unknown>;

    const before = paidFor("page");
    expect((await send("/debates", { question: "Q?", panel: "three", id: "page-1" })).status).toBe(
      201,
    );
    const events = await (await send("/debates/page-1/events")).text();
    expect(events).toContain("event: debate.completed");
    expect(await record("page-1")).toMatchObject({ status: "completed" });
    expect(paidFor("page") - before).toBe(CALLS);
    expect((await client.attach("page-1")).id).toBe("page-1");

    await send("/debates", { question: "Q?", panel: "three", id: "page-2", rounds: 1 });
    expect((await record("page-2"))["started"]).toMatchObject({ rounds: 1 });
    expect(await (await send("/debates/page-2/cancel", {})).json()).toMatchObject({
      status: "failed",
      error: { code: "aborted" },
    });

    await send("/debates", { question: "Q?", panel: "torn", id: "page-3" });
    await expect.poll(async () => (await record("page-3"))["status"]).toBe("waiting");
    const review = { verdict: "correct", answer: "2" };
    expect((await send("/debates/page-3/review", review)).status).toBe(200);
    await expect.poll(async () => (await record("page-3"))["status"]).toBe("completed");
    expect(await record("page-3")).toMatchObject({ result: { answer: "2" } });

    await send("/debates", { question: "Q?", panel: "table", id: "page-4" });
    const waitsFor = async (what: string): Promise<void> =>
      expect.poll(async () => (await record("page-4"))["waits"]).toMatchObject([{ for: what }]);
    await waitsFor("speak");
    const grace = { name: "grace", text: "Answer: 1" };
    expect((await send("/debates/page-4/proceed", {})).status).toBe(409);
    expect((await send("/debates/page-4/speak", grace)).status).toBe(200);
    await waitsFor("proceed");
    expect((await send("/debates/page-4/say", { note: "Be brief." })).status).toBe(200);
    expect((await send("/debates/page-4/proceed", {})).status).toBe(200);
    await waitsFor("speak");
    await send("/debates/page-4/speak", grace);
    await waitsFor("proceed");
    await send("/debates/page-4/proceed", {});
    await expect.poll(async () => (await record("page-4"))["status"]).toBe("completed");
    const follow = { question: "And now?", id: "page-5", panel: "three" };
    expect((await send("/debates/page-4/follow", follow)).status).toBe(201);
    expect(await (await send("/debates/page-5/events")).text()).toContain("debate.completed");
    expect((await record("page-5"))["started"]).toMatchObject({ parent: "page-4" });

    const own = { question: "Q?", debaters: ["gpt-x", "gpt-y"] };
    expect((await send("/debates", own)).status).toBe(400);
    await page.close();
  });

  test("panels that are saved or sent run on any worker, with the worker's models only", async () => {
    const panels = { sums: { debaters: ["embedded/xs-1", "embedded/xs-2"], rounds: 0 } };
    const pages = [1, 2].map(() =>
      createServer({ panels, journal, restate: client, savedPanels: true }),
    );
    const send = async (page: number, path: string, body?: object): Promise<Response> => {
      const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
      const headers = { "content-type": "application/json" };
      return (pages[page] as (typeof pages)[number]).app.request(`http://127.0.0.1${path}`, {
        ...init,
        headers,
      });
    };
    const membersOf = async (id: string): Promise<unknown> => {
      await (await send(1, `/debates/${id}/events`)).text();
      const { started, status } = (await (await send(1, `/debates/${id}`)).json()) as {
        started: { panel: { model: string }[] };
        status: string;
      };
      return [status, ...started.panel.map(({ model }) => model)];
    };
    const mine = { name: "mine", debaters: ["embedded/xs-2", "embedded/xs-2"], rounds: 0 };
    const question = "What is 3 + 4?";
    expect((await send(0, "/panels", mine)).status).toBe(200);
    const ask = { question, panel: "mine", id: "saved-1" };
    expect((await send(1, "/debates", ask)).status).toBe(201);
    expect(await membersOf("saved-1")).toEqual(["completed", "embedded/xs-2", "embedded/xs-2"]);
    await send(0, "/panels", { ...mine, debaters: ["embedded/xs-1", "embedded/xs-1"] });
    const follow = { question: "And 4 + 5?", id: "saved-2" };
    expect((await send(1, "/debates/saved-1/follow", follow)).status).toBe(201);
    expect(await membersOf("saved-2")).toEqual(["completed", "embedded/xs-2", "embedded/xs-2"]);
    const own = { question, id: "saved-3", debaters: ["embedded/xs-1", "embedded/xs-2"] };
    expect((await send(0, "/debates", { ...own, rounds: 0 })).status).toBe(201);
    expect(await membersOf("saved-3")).toEqual(["completed", "embedded/xs-1", "embedded/xs-2"]);
    const listed = await journal.list({ panelName: "mine" });
    expect(listed.runs.map(({ id }) => id)).toEqual(["saved-2", "saved-1"]);

    // Whoever reaches the cluster's address can name models too, but none that runs or calls something else.
    for (const [index, changes] of [
      { debaters: ["command:echo 7", "embedded/xs-1"] },
      { debaters: ["embedded/xs-1", { model: "compat:m@http://127.0.0.1:1" }] },
      { judge: "command:echo 7", decide: "judge" },
      { debaters: [{ model: "embedded/xs-1", fallback: "openai/gpt-x" }, "embedded/xs-1"] },
      { debaters: "command:echo 7" },
      { debaters: [{ command: ["echo", "7"] }, "embedded/xs-1"] },
      { audit: { model: "command:echo 7" } },
      { route: { type: "confident", model: "openai/gpt-x" } },
      { verify: { command: ["true"] } },
      { verify: { tests: "true" } },
      { tools: { mcp: { command: ["true"] } } },
      { tools: { fetch: "http://127.0.0.1:1/" } },
      { debaters: ["embedded/xs-1", { model: "embedded/xs-1", tools: { files: "/" } }] },
    ].entries()) {
      const id = await client.submit("sums", question, { id: `evil-${index}`, changes });
      await expect(client.attach(id)).rejects.toMatchObject({
        name: "ConfigError",
        message: expect.stringContaining("expected models of this worker's panels") as string,
      });
    }
    await Promise.all(pages.map((page) => page.close()));
  });

  test("who may see and do what holds for debates on the cluster, and so do limits and deletion", async () => {
    const [ada, bob, eve, root] = [newToken(), newToken(), newToken(), newToken()];
    const panels = {
      three: {
        debaters: () => "never asked",
        panelSize: 3,
        rounds: 2,
        revise: "everyone" as const,
        stop: "never" as const,
      },
      torn: { debaters: [() => "", () => ""], rounds: 0, onEscalate: "wait" as const },
    };
    const page = createServer({
      panels,
      journal,
      restate: client,
      auth: {
        tokens: [
          { user: "ada", hash: hashToken(ada), sees: "own", budget: { calls: 12 } },
          { user: "bob", hash: hashToken(bob), sees: "own", role: "reviewer" },
          { user: "eve", hash: hashToken(eve), sees: "all", role: "viewer" },
          { user: "root", hash: hashToken(root), role: "admin" },
        ],
      },
    });
    const send = async (
      token: string,
      path: string,
      body?: object,
      method = body ? "POST" : "GET",
    ): Promise<Response> =>
      page.app.request(`http://127.0.0.1${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      });
    const statusOf = async (id: string): Promise<unknown> =>
      ((await (await send(root, `/debates/${id}`)).json()) as Record<string, unknown>)["status"];

    const torn = { question: "Mine?", panel: "torn", id: "acl-1" };
    expect((await send(ada, "/debates", torn)).status).toBe(201);
    await expect.poll(() => statusOf("acl-1")).toBe("waiting");
    const acts: [string, object | undefined, string?][] = [
      ["", undefined],
      ["/events", undefined],
      ["/export", undefined],
      ["/cancel", {}],
      ["/review", { verdict: "correct", answer: "2" }],
      ["/say", { note: "Listen to me." }],
      ["/proceed", {}],
      ["/speak", { name: "grace", text: "Answer: 9" }],
      ["/fork", { fromRound: 0 }],
      ["/follow", { question: "And?" }],
      ["", undefined, "DELETE"],
    ];
    for (const [path, body, method] of acts) {
      const said = `${method ?? "POST"} ${path}`;
      expect((await send(bob, `/debates/acl-1${path}`, body, method)).status, said).toBe(404);
      if (body || method) {
        expect((await send(eve, `/debates/acl-1${path}`, body, method)).status, said).toBe(403);
      }
    }
    expect(await statusOf("acl-1")).toBe("waiting");
    const audit = (await (await send(root, "/audit?debate=acl-1&outcome=refused")).json()) as {
      acts: { user: string; code: string }[];
    };
    const refused = (user: string): number => audit.acts.filter((act) => act.user === user).length;
    expect([refused("bob"), refused("eve")]).toEqual([11, 8]);

    // The debate that waits has reserved twice its plan of two calls; eight of twelve are left.
    const nine = { question: "Mine?", panel: "three" };
    await send(ada, "/debates", { ...nine, id: "acl-2" });
    await (await send(ada, "/debates/acl-2/events")).text();
    expect(await statusOf("acl-2")).toBe("completed");
    expect(paidFor("acl-2")).toBeLessThanOrEqual(8);
    await expect
      .poll(async () => (await (await send(ada, "/me")).json()) as object)
      .toMatchObject({ limits: [{ calls: { cap: 12, spent: paidFor("acl-2"), reserved: 4 } }] });
    await send(ada, "/debates", { ...nine, id: "acl-3" });
    expect(paidFor("acl-2") + paidFor("acl-3")).toBeLessThanOrEqual(8);

    const gone = await send(root, "/users/ada", undefined, "DELETE");
    expect(await gone.json()).toMatchObject({ debates: expect.any(Number) });
    expect((await send(root, "/debates/acl-1")).status).toBe(404);
    expect(JSON.stringify(await (await send(root, "/audit?limit=1000")).json())).not.toContain(
      '"ada"',
    );
    await page.close();
  });

  test("a server on the cluster refuses every act to the wrong user, and audits it", async () => {
    const panels = {
      three: {
        debaters: () => "never asked",
        panelSize: 3,
        rounds: 2,
        revise: "everyone" as const,
      },
    };
    const limits = { requestsPerMinute: 1e6 };
    const page = createServer({ panels, journal, restate: client, auth: everybody, limits });
    expect(await refuseAll(page, journal)).toBeGreaterThan(200);
    await page.close();
  });

  test("each end and each wait is reported once, whichever server is alive", async () => {
    const got: { id: string; type: string; debate: string }[] = [];
    const receiver = createHttpServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += String(chunk)));
      request.on("end", () => {
        const { type, data } = JSON.parse(body) as { type: string; data: { id: string } };
        got.push({ id: String(request.headers["webhook-id"]), type, debate: data.id });
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const panels = {
      three: {
        debaters: () => "never asked",
        panelSize: 3,
        rounds: 2,
        revise: "everyone" as const,
        stop: "never" as const,
      },
      torn: { debaters: [() => "", () => ""], rounds: 0, onEscalate: "wait" as const },
    };
    const webhooks = [
      {
        name: "team",
        url: `http://127.0.0.1:${port}/hook`,
        secret: "a secret of twenty-four letters",
      },
    ];
    const make = (): ReturnType<typeof createServer> =>
      createServer({ panels, journal, restate: client, webhooks });
    // It starts debates and is gone before it has sent anything.
    const first = make();
    for (const [id, panel] of [
      ["hook-1", "three"],
      ["hook-2", "torn"],
    ]) {
      const started = await first.app.request("http://127.0.0.1/debates", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ question: "Q?", id, panel }),
      });
      expect(started.status).toBe(201);
    }
    await first.close();
    await client.attach("hook-1");
    for await (const { type } of client.events("hook-2")) if (type === "debate.escalated") break;
    const waits = got.filter(({ debate }) => debate === "hook-2").length;

    const next = [make(), make()];
    await Promise.all(next.map((each) => each.resume()));
    await expect.poll(() => got.length).toBeGreaterThanOrEqual(2 + waits);
    await client.review("hook-2", { verdict: "correct", answer: "2" });
    await client.attach("hook-2");
    // Another look, by another server: what was delivered is not sent again.
    const last = make();
    await last.resume();
    await expect
      .poll(() => got.map(({ type, debate }) => `${debate} ${type}`).sort())
      .toEqual(["hook-1 debate.completed", "hook-2 debate.completed", "hook-2 debate.waiting"]);
    await Promise.all([...next, last].map((each) => each.resume()));
    expect(new Set(got.map(({ id }) => id)).size).toBe(got.length);
    expect(got).toHaveLength(3);
    expect(await journal.service?.countDeliveries()).toEqual({ waiting: 0, givenUp: 0 });
    await Promise.all([...next, last].map((each) => each.close()));
    receiver.close();
    receiver.closeAllConnections();
  });

  test("a debate that ends while no server follows it is charged once by the next", async () => {
    const grace = newToken();
    const panels = {
      three: {
        debaters: () => "never asked",
        panelSize: 3,
        rounds: 2,
        revise: "everyone" as const,
        stop: "never" as const,
      },
    };
    const auth = { tokens: [{ user: "grace", hash: hashToken(grace), budget: { calls: 100 } }] };
    const headers = { "content-type": "application/json", authorization: `Bearer ${grace}` };
    const first = createServer({ panels, journal, restate: client, auth });
    const started = await first.app.request("http://127.0.0.1/debates", {
      method: "POST",
      headers,
      body: JSON.stringify({ question: "Q?", id: "left-1" }),
    });
    expect(started.status).toBe(201);
    await first.close();
    expect((await client.attach("left-1")).usage.calls).toBe(CALLS);
    const next = [1, 2].map(() => createServer({ panels, journal, restate: client, auth }));
    await Promise.all(next.map((each) => each.resume()));
    const me = await next[0]?.app.request("http://127.0.0.1/me", { headers });
    expect(await me?.json()).toMatchObject({
      limits: [{ user: "grace", calls: { cap: 100, spent: CALLS, reserved: 0 } }],
    });
    await Promise.all(next.map((each) => each.close()));
  });
});
