import { renameSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { memoryJournal } from "rostrum";
import { hashToken, newToken, type ReloadableOptions } from "rostrum/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { openAiServer } from "../support/openai-server.ts";
import { agreeing, called, refusal, split } from "./support/call.ts";
import { gate, says } from "./support/models.ts";
import { ownFolder, rostrum, serving } from "./support/process.ts";
import { listening } from "./support/socket.ts";

const [ada, bob, root] = [newToken(), newToken(), newToken()];
const entry = (user: string, token: string, more: object = {}): { user: string; hash: string } => ({
  user,
  hash: hashToken(token),
  ...more,
});
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const tokens = [
  entry("ada", ada),
  entry("bob", bob, { sees: "all" }),
  entry("root", root, { admin: true }),
];
const without = (user: string): typeof tokens => tokens.filter((each) => each.user !== user);

interface Reloaded {
  reload: {
    available: boolean;
    last: { error: string | null; changed: string[]; warnings: string[] } | null;
  };
}

test("a token that is gone is refused at the next request, and its streams end; those of others go on", async () => {
  const held = gate("42");
  const panels = { slow: { debaters: [held.model, says("42")], rounds: 0 } };
  const server = await listening({ panels, auth: { tokens } });
  const started = await fetch(`${server.url}/debates`, {
    method: "POST",
    headers: { ...bearer(ada), "content-type": "application/json" },
    body: JSON.stringify({ question: "6*7?" }),
  });
  const { id } = (await started.json()) as { id: string };
  const watch = (token: string): Promise<Response> =>
    fetch(`${server.url}/debates/${id}/events`, { headers: bearer(token) });
  const [hers, his] = await Promise.all([watch(ada), watch(bob)]);
  const chat = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { ...bearer(ada), "content-type": "application/json", "idempotency-key": "one" },
    body: JSON.stringify({
      model: "slow",
      stream: true,
      messages: [{ role: "user", content: "Q?" }],
    }),
  });
  await held.asked(2);
  await server.server.reload({ panels, auth: { tokens: without("ada") } });
  await expect(hers.text()).rejects.toThrow("terminated");
  await expect(chat.text()).rejects.toThrow("terminated");
  expect((await fetch(`${server.url}/me`, { headers: bearer(ada) })).status).toBe(401);
  held.open();
  // The debate itself, and whoever else watches it, lose nothing.
  expect(await his.text()).toContain("debate.completed");
});

test("a user whose rights change is disconnected, and comes back with the new ones", async () => {
  const held = gate("42");
  const panels = { slow: { debaters: [held.model, says("42")], rounds: 0 } };
  const server = await listening({ panels, auth: { tokens } });
  const headers = { ...bearer(ada), "content-type": "application/json" };
  const body = JSON.stringify({ question: "6*7?" });
  const started = await fetch(`${server.url}/debates`, { method: "POST", headers, body });
  const { id } = (await started.json()) as { id: string };
  const watch = await fetch(`${server.url}/debates/${id}/events`, { headers: bearer(bob) });
  const blind = entry("bob", bob, { sees: "own" });
  await server.server.reload({ panels, auth: { tokens: [...without("bob"), blind] } });
  await expect(watch.text()).rejects.toThrow("terminated");
  const again = await fetch(`${server.url}/debates/${id}`, { headers: bearer(bob) });
  expect(again.status).toBe(404);
});

test("panels, models and the default change for new debates, and running ones keep theirs", async () => {
  const held = gate("1");
  const server = called({ panels: { old: { debaters: [held.model, says("1")], rounds: 0 } } });
  const first = await server.start({ question: "Which?" });
  await held.asked(1);
  const outcome = await server.server.reload({ panels: { agreeing, split } });
  expect(outcome).toMatchObject({ error: null, changed: ["panels"] });
  const second = await server.start({ question: "Which?" });
  expect(await server.finished(second)).toMatchObject({ result: { answer: "42" } });
  expect((await refusal(server.post("/debates", { question: "Q?", panel: "old" }))).code).toBe(
    "unknown_panel",
  );
  held.open();
  expect(await server.finished(first)).toMatchObject({ result: { answer: "1" } });
});

test.each([
  ["a panel that can't run", { panels: { one: { debaters: [] } } }, "panels.one.debaters"],
  ["no panel", { panels: {} }, "at least one panel"],
  ["a token that isn't one", { panels: { agreeing }, auth: { tokens: [{ user: "x" }] } }, "hash"],
  ["no user at all", { panels: { agreeing }, auth: { tokens: [] } }, "at least one token"],
  ["an unknown option", { panels: { agreeing }, polcy: {} }, "polcy"],
])("%s changes nothing, and the log and the admin say why", async (_, wrong, why) => {
  const said: string[] = [];
  const load = (): Promise<ReloadableOptions> => Promise.resolve(wrong as ReloadableOptions);
  const server = called({ auth: { tokens }, load, log: (line) => said.push(line) });
  const before = await (await server.get("/panels", bearer(ada))).json();
  const answer = await refusal(server.post("/admin/reload", {}, bearer(root)));
  expect(answer.status).toBe(400);
  expect(answer.message).toContain(why);
  expect(said.join("\n")).toContain("the previous settings stay in effect");
  expect(await (await server.get("/panels", bearer(ada))).json()).toEqual(before);
  const { reload } = (await (await server.get("/admin/server", bearer(root))).json()) as Reloaded;
  expect(reload.last?.error).toContain(why);
});

test("without files to read, there is nothing to reload over HTTP", async () => {
  const server = called({ auth: { tokens } });
  const { status, code } = await refusal(server.post("/admin/reload", {}, bearer(root)));
  expect([status, code]).toEqual([409, "nothing_to_reload"]);
});

test("1,000 reloads under load lose no debate, no event and no request", async () => {
  const journal = memoryJournal();
  const panels = { agreeing, split };
  const limits = { requestsPerMinute: 1e6 };
  const server = await listening({ panels, auth: { tokens }, journal, limits });
  const reloading = new AbortController();
  async function ask(token: string): Promise<number> {
    let asked = 0;
    const headers = { ...bearer(token), "content-type": "application/json" };
    while (!reloading.signal.aborted) {
      const body = JSON.stringify({ question: "Which?", panel: "split" });
      const started = await fetch(`${server.url}/debates`, { method: "POST", headers, body });
      expect(started.status).toBe(201);
      const { id } = (await started.json()) as { id: string };
      const events = await fetch(`${server.url}/debates/${id}/events`, { headers });
      expect(await events.text()).toContain("debate.completed");
      asked += 1;
    }
    return asked;
  }
  const clients = [ada, bob].map(ask);
  for (let count = 0; count < 1000; count++) {
    // Another role of somebody else, another panel: something changes every time.
    const role = count % 2 === 0 ? "asker" : "viewer";
    const changing = entry("carl", newToken(), { role });
    await server.server.reload({
      panels: { ...panels, [`p${count}`]: agreeing },
      auth: { tokens: [...tokens, changing] },
    });
    if (count % 10 === 0) await after(0);
  }
  reloading.abort();
  const asked = (await Promise.all(clients)).reduce((sum, each) => sum + each, 0);
  const { runs, totals } = await journal.list({ limit: 1000, totals: true });
  expect(totals?.runs).toBe(asked);
  expect(runs.every(({ status }) => status === "completed")).toBe(true);
}, 180_000);

test("a process reads its files again when one changes, at SIGHUP and at rostrum reload, and keeps what it has if one is wrong", async () => {
  const folder = ownFolder();
  const file = join(folder, "tokens.json");
  const write = (value: unknown): void => writeFileSync(file, JSON.stringify(value));
  write(tokens);
  const { url, child, said } = await serving(folder, "--tokens", file);
  const statusOf = async (token: string): Promise<number> =>
    (await fetch(`${url}/me`, { headers: bearer(token) })).status;
  expect(await statusOf(ada)).toBe(200);
  const started = await fetch(`${url}/debates`, {
    method: "POST",
    headers: { ...bearer(ada), "content-type": "application/json" },
    body: JSON.stringify({ question: "Which?", panel: "moderated" }),
  });
  const { id } = (await started.json()) as { id: string };
  // The debate waits for a moderator, so its stream stays open.
  const stream = await fetch(`${url}/debates/${id}/events`, { headers: bearer(ada) });

  write(without("ada"));
  await expect(stream.text()).rejects.toThrow("terminated");
  await expect.poll(() => statusOf(ada)).toBe(401);
  expect(said()).toContain("reloaded: auth");

  writeFileSync(file, '[{ "user": "ada", ');
  await expect.poll(said).toContain("the previous settings stay in effect");
  expect(await statusOf(bob)).toBe(200);

  write([...without("ada"), entry("carl", ada)]);
  child.kill("SIGHUP");
  await expect.poll(() => statusOf(ada)).toBe(200);

  const asked = rostrum(folder, "reload", "--url", url, "--token", root);
  let words = "";
  asked.stderr?.on("data", (piece: Buffer) => (words += piece.toString()));
  await new Promise((resolve) => asked.once("exit", resolve));
  expect(words).toContain("reloaded: nothing changed");
});

test("the loss of the last admin and a panel without its key are said at a reload, and nothing is said of a server that never had an admin", async () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const said: string[] = [];
  const panels = { agreeing };
  const server = called({ panels, auth: { tokens }, log: (line) => said.push(line) });
  const keyless = { debaters: ["openai/gpt-5*2"] };
  const missing: unknown = expect.stringMatching(/^panel keyless can't answer: Missing API key/);
  const outcome = await server.server.reload({ panels: { agreeing, keyless }, auth: { tokens } });
  expect(outcome.warnings).toEqual([missing]);
  expect(said).toEqual(["reloaded: panels", missing]);
  const health = await (await server.get("/admin/health", bearer(root))).json();
  expect(health).toMatchObject({ panelsDown: ["keyless"] });
  expect(await (await server.get("/admin/server", bearer(root))).json()).toMatchObject({
    reload: { last: { warnings: [missing] } },
  });

  said.length = 0;
  const lost: unknown = expect.stringMatching(/^nobody is an admin any more/);
  await server.server.reload({ panels, auth: { tokens: without("root") } });
  expect(said).toEqual(["reloaded: panels, auth", lost]);
  const { warnings } = await server.server.reload({ panels, auth: { tokens: without("root") } });
  expect(warnings).toEqual([]);
});

test("a tokens file or config that goes missing changes nothing and is reported, and settings that need a restart are named", async () => {
  const folder = ownFolder();
  const file = join(folder, "tokens.json");
  const config = join(folder, "rostrum.config.json");
  const panels = { main: { debaters: ["embedded*2"] } };
  const configure = (server: object): void =>
    writeFileSync(config, JSON.stringify({ panels, server }));
  writeFileSync(file, JSON.stringify(tokens));
  configure({ keep: { days: 900 } });
  const child = rostrum(folder, "serve", "--port", "0", "--tokens", file, "--trust");
  let words = "";
  child.stderr?.on("data", (piece: Buffer) => (words += piece.toString()));
  const said = (): string => words;
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const url = line.toString().trim();
  const last = async (): Promise<Reloaded["reload"]["last"]> => {
    const response = await fetch(`${url}/admin/server`, { headers: bearer(root) });
    return ((await response.json()) as Reloaded).reload.last;
  };

  renameSync(file, join(folder, "x"));
  const lost = `the previous settings stay in effect: --tokens: there is no file ${file}`;
  await expect.poll(said).toContain(lost);
  expect((await last())?.error).toContain("there is no file");

  renameSync(join(folder, "x"), file);
  await expect.poll(said).toContain("reloaded: nothing changed");

  renameSync(config, join(folder, "y"));
  await expect.poll(said).toContain("rostrum.config.json is missing");
  expect((await last())?.changed).toEqual([]);

  configure({});
  await expect.poll(said).toContain("reloaded: keep (takes effect at the next start)");

  const keyless = { debaters: ["openai/gpt-5*2"] };
  writeFileSync(config, JSON.stringify({ panels: { ...panels, keyless } }));
  const asked = rostrum(folder, "reload", "--url", url, "--token", root);
  let printed = "";
  asked.stderr?.on("data", (piece: Buffer) => (printed += piece.toString()));
  await new Promise((resolve) => asked.once("close", resolve));
  expect(printed).toContain("panel keyless can't answer: Missing API key: OPENAI_API_KEY");
});

test("a key that changes in .env is used by the next debate", async () => {
  const folder = ownFolder();
  const provider = await openAiServer(() => ({ reply: "Answer: Paris" }));
  onTestFinished(() => provider.close());
  const variable = `ROSTRUM_KEY_127_0_0_1_${new URL(provider.url).port}`;
  const setKey = (key: string): void => writeFileSync(join(folder, ".env"), `${variable}=${key}\n`);
  const config = join(folder, "panels.json");
  const debaters = [`compat:tiny@${provider.url}*2`];
  writeFileSync(config, JSON.stringify({ panels: { main: { debaters, rounds: 0 } } }));
  setKey("first");
  const { url, child, said } = await serving(folder, "--config", config);
  const ask = async (): Promise<string | undefined> => {
    await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "main", messages: [{ role: "user", content: "Capital?" }] }),
    });
    return provider.received.at(-1)?.headers.authorization;
  };
  expect(await ask()).toBe("Bearer first");
  setKey("second");
  child.kill("SIGHUP");
  await expect.poll(said).toContain(`reloaded: ${variable}`);
  expect(await ask()).toBe("Bearer second");
  expect(said()).not.toContain("second");
});
