import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelFunction } from "rostrum";
import {
  hashToken,
  newToken,
  type ReloadableOptions,
  type ServeOptions,
  type Serving,
} from "rostrum/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAiServer, type Behaviour, type OpenAiServer } from "../support/openai-server.ts";
import type { PanelHealth } from "../../packages/core/src/protocol/plan.ts";
import { called } from "./support/call.ts";
import { says } from "./support/models.ts";
import { listening } from "./support/socket.ts";

const admin = newToken();
const bearer = { authorization: `Bearer ${admin}` };
const auth = { tokens: [{ user: "root", hash: hashToken(admin), admin: true }] };
const WELL: Behaviour = { reply: "Answer: 42\nConfidence: 0.9" };

/** A provider that behaves as its test says at the moment. */
async function provider(behave: () => Behaviour): Promise<OpenAiServer> {
  const server = await openAiServer(behave);
  onTestFinished(() => server.close());
  return server;
}

interface Slack {
  url: string;
  texts: string[];
}

/** What a channel of Slack would show. */
async function slack(): Promise<Slack> {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      texts.push((JSON.parse(body) as { text: string }).text);
      response.end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0`, texts };
}

interface Watched {
  server: Serving;
  said: string[];
  channel: Slack;
  ask(panel?: string): Promise<void>;
  json<T>(path: string): Promise<T>;
  ready(): Promise<{ status: number; body: Record<string, unknown> }>;
  metrics(): Promise<string>;
}

async function watching(
  panels: ServeOptions["panels"],
  more: Partial<ServeOptions> = {},
): Promise<Watched> {
  const said: string[] = [];
  const channel = await slack();
  const server = await listening({
    panels,
    auth,
    webhooks: [{ name: "ops", format: "slack", url: channel.url }],
    log: (line) => said.push(line),
    ...more,
  });
  const get = (path: string): Promise<Response> => fetch(server.url + path, { headers: bearer });
  return {
    server,
    said,
    channel,
    async ask(panel) {
      const started = await fetch(`${server.url}/debates`, {
        method: "POST",
        headers: { ...bearer, "content-type": "application/json" },
        body: JSON.stringify({ question: "A private question?", panel }),
      });
      const { id } = (await started.json()) as { id: string };
      await (await get(`/debates/${id}/events`)).text();
    },
    json: async <T>(path: string) => (await (await get(path)).json()) as T,
    async ready() {
      const response = await fetch(`${server.url}/readyz`);
      return {
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
      };
    },
    metrics: async () => (await get("/metrics")).text(),
  };
}

interface Health {
  models: {
    model: string;
    state: string;
    calls: number;
    replies: number;
    retries: number;
    askedAgain: number;
    failures: Record<string, number>;
    latencyMs: object | null;
    lastFailure: { code: string; reason: string; retryAfterMs: number | null } | null;
  }[];
  providers: { provider: string; state: string }[];
  panelsDown: string[];
}

interface Status {
  notices: { level: string; text: string }[];
}

const limits = { retries: 0, timeoutMs: 60_000 };

test("401 for all: ready, the models are named; the log, the metrics, the webhook, the admin and everybody are told, and told when it is over", async () => {
  let behaviour: Behaviour = {
    status: 401,
    message: "Incorrect API key provided: sk-abcdefgh1234",
  };
  const { url } = await provider(() => behaviour);
  const panel = { debaters: [`compat:one@${url}`, `compat:two@${url}`], rounds: 0, limits };
  const watched = await watching({ panel, embedded: { debaters: ["embedded*3"] } });
  expect((await watched.ready()).status).toBe(200);
  await watched.ask("panel");

  // Taken out of a load balancer, the server couldn't even show what is finished.
  const { status, body } = await watched.ready();
  expect([status, body]).toEqual([
    200,
    {
      status: "ready",
      failing: [
        { model: "compat:one", code: "401" },
        { model: "compat:two", code: "401" },
      ],
    },
  ]);
  expect(watched.said).toContainEqual(
    expect.stringMatching(/^compat:one: a call failed \(status 401\): Incorrect API key provided/),
  );
  const text = await watched.metrics();
  expect(text).toContain('rostrum_call_attempts_total{model="compat:one",outcome="401"} 1\n');
  expect(text).toContain('rostrum_model_failing{model="compat:two"} 1\n');
  expect(text).toContain('rostrum_panel_unavailable{panel="panel"} 1\n');
  const health = await watched.json<Health>("/admin/health");
  expect(health.models.slice(0, 2)).toMatchObject([
    { model: "compat:one", state: "failing", calls: 1, replies: 0, failures: { "401": 1 } },
    { model: "compat:two", state: "failing" },
  ]);
  expect(health.providers).toMatchObject([{ provider: "compat", state: "failing" }]);
  expect(health.panelsDown).toEqual(["panel"]);
  const { notices } = await watched.json<Status>("/status");
  expect(notices).toMatchObject([{ level: "error" }]);
  await expect
    .poll(() => watched.channel.texts)
    .toContainEqual(expect.stringMatching(/^A model provider is failing: compat fails for all/));

  const everything = JSON.stringify([body, watched.said, text, health, notices]);
  expect(everything).not.toMatch(/sk-abc|private question/);
  expect(JSON.stringify(watched.channel)).not.toContain("sk-abc");
  expect(JSON.stringify([body, text, notices, health])).not.toContain(new URL(url).host);

  behaviour = WELL;
  await watched.ask("panel");
  expect(await watched.ready()).toEqual({ status: 200, body: { status: "ready" } });
  expect(await watched.metrics()).toContain('rostrum_panel_unavailable{panel="panel"} 0\n');
  expect((await watched.json<Status>("/status")).notices).toEqual([]);
  await expect
    .poll(() => watched.channel.texts)
    .toContainEqual(
      expect.stringMatching(
        /^A model provider has recovered: compat replies again after \d+ seconds/,
      ),
    );
});

const MINUTE = 60_000;

/** Lets time pass for the server, which reads only the clock. */
function freezeClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.setSystemTime(Date.now() + ms);
}

const WRONG_KEY: Behaviour = { status: 401, message: "Incorrect API key provided" };

test("a wrong key is an outage until a call succeeds, however long nobody asks", async () => {
  const passTime = freezeClock();
  let behaviour: Behaviour = WRONG_KEY;
  const { url } = await provider(() => behaviour);
  const panel = { debaters: [`compat:one@${url}*2`], rounds: 0, limits };
  const watched = await watching({ panel, embedded: { debaters: ["embedded*3"] } });
  await watched.ask("panel");
  passTime(72 * 60 * MINUTE);
  const text = await watched.metrics();
  expect(text).toContain('rostrum_model_failing{model="compat:one"} 1\n');
  expect(text).toContain('rostrum_panel_unavailable{panel="panel"} 1\n');
  expect((await watched.ready()).body["failing"]).toEqual([{ model: "compat:one", code: "401" }]);
  expect((await watched.json<Status>("/status")).notices).toMatchObject([{ level: "error" }]);
  expect((await watched.json<Health>("/admin/health")).panelsDown).toEqual(["panel"]);
  behaviour = WELL;
  await watched.ask("panel");
  expect(await watched.metrics()).toContain('rostrum_panel_unavailable{panel="panel"} 0\n');
  expect((await watched.ready()).body).toEqual({ status: "ready" });
});

test("a reload ends an outage only if it changes the model's key or panel; a model that is served no more is forgotten", async () => {
  const passTime = freezeClock();
  const { url } = await provider(() => WRONG_KEY);
  const panelOf = (model: string, more: object = {}) => ({
    debaters: [`compat:${model}@${url}*2`],
    rounds: 0,
    limits,
    ...more,
  });
  let read: ReloadableOptions & { alsoChanged?: string[] } = {
    panels: { one: panelOf("one"), two: panelOf("two") },
    auth,
  };
  const watched = await watching(read.panels, { load: async () => read });
  const failing = async (): Promise<string[]> =>
    [...(await watched.metrics()).matchAll(/^rostrum_model_failing\{model="(.*)"\} 1$/gm)].map(
      ([, model = ""]) => model,
    );
  const reload = async (more: Partial<typeof read>): Promise<string[]> => {
    read = { ...read, alsoChanged: [], ...more };
    await watched.server.server.reload();
    return failing();
  };
  await watched.ask("one");
  await watched.ask("two");
  expect(await reload({})).toEqual(["compat:one", "compat:two"]);
  expect(await reload({ alsoChanged: ["OPENAI_API_KEY"] })).toHaveLength(2);
  const variable = `ROSTRUM_KEY_127_0_0_1_${new URL(url).port}`;
  expect(await reload({ alsoChanged: [variable] })).toEqual([]);
  expect((await watched.json<Health>("/admin/health")).models).toMatchObject([
    { state: "unknown", failures: { "401": 2 } },
    { state: "unknown" },
  ]);

  await watched.ask("one");
  await watched.ask("two");
  const changed = { one: panelOf("one", { rounds: 1 }), two: panelOf("two") };
  expect(await reload({ panels: changed })).toEqual(["compat:two"]);
  passTime(6 * MINUTE);
  expect(await failing()).toEqual(["compat:two"]);
  expect(await reload({ panels: { one: changed.one } })).toEqual([]);
});

/** Minutes that each alert on failures waits, in the rules that the docs recommend. */
const RULES = [
  ...readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8").matchAll(
    /expr: (?<metric>rostrum_(?:model_failing|panel_unavailable)) == 1\n +for: (?<minutes>\d+)m\n/g,
  ),
].map(({ groups }) => [groups?.["metric"] ?? "", Number(groups?.["minutes"])] as const);

test("the recommended alerts fire after errors that may pass, also if nobody asks again", async () => {
  const passTime = freezeClock();
  const { url } = await provider(() => ({ status: 503, message: "overloaded" }));
  const panel = { debaters: [`compat:one@${url}*3`], rounds: 0, limits };
  const watched = await watching({ panel });
  await watched.ask();
  expect(RULES).toHaveLength(2);
  const longest = Math.max(...RULES.map(([, minutes]) => minutes));
  // Prometheus reads once a minute by default, and as rarely evaluates what it has read.
  passTime((longest + 2) * MINUTE);
  const text = await watched.metrics();
  for (const [metric] of RULES) expect(text).toMatch(new RegExp(`^${metric}\\{.*\\} 1$`, "m"));
  passTime(5 * MINUTE);
  expect(await watched.metrics()).toContain('rostrum_model_failing{model="compat:one"} 0\n');
});

test("a panel without its key is ready by /readyz, and unavailable in the metrics", async () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const keyless = { debaters: ["openai/gpt-5*2"] };
  const watched = await watching({ keyless, embedded: { debaters: ["embedded*3"] } });
  expect((await watched.ready()).status).toBe(200);
  const text = await watched.metrics();
  expect(text).toContain('rostrum_panel_unavailable{panel="keyless"} 1\n');
  expect(text).toContain('rostrum_panel_unavailable{panel="embedded"} 0\n');
});

test("503 for one of six: ready, the one is named, its retries are counted, and no provider is called failing that replies", async () => {
  const well = await provider(() => WELL);
  const ill = await provider(() => ({ status: 503, message: "overloaded" }));
  const debaters = [...Array(5).keys()].map((index) => `compat:m${index}@${well.url}`);
  const panel = {
    debaters: [...debaters, `compat:ill@${ill.url}`],
    rounds: 0,
    limits: { retries: 2 },
  };
  const watched = await watching({ panel });
  await watched.ask();
  expect(await watched.ready()).toEqual({
    status: 200,
    body: { status: "ready", failing: [{ model: "compat:ill", code: "503" }] },
  });
  const { models, panelsDown } = await watched.json<Health>("/admin/health");
  expect(models.find(({ model }) => model === "compat:ill")).toMatchObject({
    calls: 3,
    replies: 0,
    retries: 2,
    failures: { "503": 3 },
    lastFailure: { code: "503", reason: expect.stringContaining("overloaded") as string },
  });
  expect(models.filter(({ state }) => state === "ok")).toHaveLength(5);
  expect(panelsDown).toEqual([]);
  const text = await watched.metrics();
  expect(text).toContain('rostrum_call_attempts_total{model="compat:ill",outcome="503"} 3\n');
  expect(text).toContain('rostrum_call_attempts_total{model="compat:m0",outcome="reply"} 1\n');
  expect(text).toContain('rostrum_call_retries_total{model="compat:ill"} 2\n');
  expect(text).toMatch(/rostrum_call_duration_seconds_count\{model="compat:m0"\} 1\n/);
  expect((await watched.json<Status>("/status")).notices).toMatchObject([
    { level: "warning", text: expect.stringContaining("Debates continue without them") as string },
  ]);
  expect(watched.said.filter((line) => line.startsWith("compat:ill: "))).toHaveLength(1);
  await expect
    .poll(() => watched.channel.texts.filter((each) => each.startsWith("A model provider")))
    .toHaveLength(1);
});

test("429 with a delay: the delay is shown, the retry succeeds, and the model is well", async () => {
  let calls = 0;
  const { url } = await provider(() => {
    calls += 1;
    const headers = { "retry-after-ms": "20" };
    return calls === 1 ? { status: 429, message: "slow down", headers } : WELL;
  });
  const panel = { debaters: [`compat:one@${url}*2`], rounds: 0, limits: { retries: 2 } };
  const watched = await watching({ panel });
  await watched.ask();
  const { models } = await watched.json<Health>("/admin/health");
  expect(models).toMatchObject([
    {
      state: "ok",
      calls: 3,
      replies: 2,
      retries: 1,
      failures: { "429": 1 },
      lastFailure: { code: "429", retryAfterMs: 20 },
    },
  ]);
  expect(await watched.ready()).toEqual({ status: 200, body: { status: "ready" } });
  expect(watched.said.join("\n")).toContain("compat:one: a call failed (status 429)");
  expect((await watched.json<Status>("/status")).notices).toEqual([]);
  expect(await watched.metrics()).toContain('rostrum_call_retries_total{model="compat:one"} 1\n');
  // The channel hears of the debate, and of nothing that would be an alarm.
  await expect.poll(() => watched.channel.texts).not.toEqual([]);
  expect(watched.channel.texts.join("\n")).not.toContain("A model provider");
});

test("a provider that never answers: each attempt is a timeout, and it fails after three", async () => {
  const never = new Promise<void>(() => undefined);
  const { url } = await provider(() => ({ reply: "late", until: never }));
  const panel = {
    debaters: [`compat:slow@${url}*3`],
    rounds: 0,
    limits: { retries: 0, timeoutMs: 100 },
  };
  const watched = await watching({ panel });
  await watched.ask();
  const { models } = await watched.json<Health>("/admin/health");
  expect(models).toMatchObject([{ state: "failing", failures: { timeout: 3 }, latencyMs: null }]);
  const { status, body } = await watched.ready();
  expect([status, body["failing"]]).toEqual([200, [{ model: "compat:slow", code: "timeout" }]]);
  expect(await watched.metrics()).toContain('outcome="timeout"} 3\n');
  expect(watched.said.filter((line) => line.includes("no answer in time"))).not.toEqual([]);
  await expect
    .poll(() => watched.channel.texts)
    .toContainEqual(
      expect.stringMatching(
        /^A model provider is failing: compat fails for all.*no answer in time/,
      ),
    );
  expect((await watched.json<Status>("/status")).notices).toMatchObject([
    { level: "error", text: expect.stringContaining("no answer in time") as string },
  ]);
});

test("a server that can't be reached has its address in the log alone", async () => {
  const address = "127.0.0.1:9";
  const panel = { debaters: [`compat:slow@http://${address}/v1*3`], rounds: 0, limits };
  const watched = await watching({ panel });
  await watched.ask();
  const { body } = await watched.ready();
  expect(body["failing"]).toEqual([{ model: "compat:slow", code: "unreachable" }]);
  expect(watched.said).toContainEqual(
    expect.stringMatching(/^compat:slow: a call failed \(no connection\): .*127\.0\.0\.1:9/),
  );
  expect(watched.said).toContainEqual(
    "compat fails for all its models (compat:slow): no connection",
  );
  const outage = /^A model provider is failing: compat fails .*: no connection: .*\[address\]/;
  await expect.poll(() => watched.channel.texts).toContainEqual(expect.stringMatching(outage));
  const shown = [
    await watched.json<Health>("/admin/health"),
    await watched.json<Status>("/status"),
    await watched.metrics(),
    watched.channel.texts,
  ];
  expect(JSON.stringify(shown)).not.toContain(address);
  expect(JSON.stringify(shown)).toContain('outcome=\\"unreachable\\"');
});

test("a reply that can't be read is counted as asked again, and a refused request says nothing about its model", async () => {
  let calls = 0;
  const { url } = await provider(() => {
    calls += 1;
    if (calls <= 2) return { reply: "I would rather\n\nnot commit to\n\na number here." };
    return calls === 3 ? { status: 400, message: "A private question? is too long" } : WELL;
  });
  const panel = { debaters: [`compat:one@${url}*2`], rounds: 0, answer: "number" as const };
  const watched = await watching({ panel });
  await watched.ask();
  const { models } = await watched.json<Health>("/admin/health");
  expect(models).toMatchObject([{ state: "ok", askedAgain: 2, failures: { "400": 1 } }]);
  expect(JSON.stringify([models, watched.said])).not.toContain("private question");
  expect(await watched.metrics()).toContain(
    'rostrum_calls_asked_again_total{model="compat:one"} 2',
  );
});

test("a model that was never called is listed with its panels", async () => {
  const watched = await watching({ idle: { debaters: ["openai/gpt-5*2"] } });
  const { models } = await watched.json<Health>("/admin/health");
  expect(models).toMatchObject([
    { model: "openai/gpt-5", panels: ["idle"], state: "unknown", calls: 0 },
  ]);
});

function nameState({ able, needed, failing, replied }: PanelHealth): string {
  if (able < needed) return "failing";
  if (failing.length > 0) return "degraded";
  return replied ? "ok" : "unknown";
}

test("the health of a panel follows its latest calls at once", async () => {
  let isDown = true;
  const flaky: ModelFunction = () => {
    if (isDown) throw Object.assign(new Error("no access"), { status: 401 });
    return "Answer: 42";
  };
  const server = called({
    panels: {
      flaky: { debaters: [flaky, flaky], limits },
      half: { debaters: [flaky, says("42"), says("42")], limits },
      idle: { debaters: [says("1"), says("1")] },
    },
  });
  const ask = async (panel: string): Promise<unknown> =>
    server.finished(await server.start({ question: "6*7?", panel }));
  const readHealth = async (): Promise<Record<string, string>> => {
    const { panels } = (await (await server.get("/panels")).json()) as {
      panels: { name: string; health: PanelHealth }[];
    };
    return Object.fromEntries(panels.map(({ name, health }) => [name, nameState(health)]));
  };
  expect(await readHealth()).toEqual({ flaky: "unknown", half: "unknown", idle: "unknown" });
  for (let times = 0; times < 3; times++) await ask("flaky");
  await ask("half");
  expect(await readHealth()).toEqual({ flaky: "failing", half: "degraded", idle: "ok" });
  isDown = false;
  await ask("flaky");
  expect(await readHealth()).toEqual({ flaky: "ok", half: "ok", idle: "ok" });
});
