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

const MISTYPED = [...tokens, entry("eve", newToken(), { permonth: { usd: 3 } })];
const MISTYPED_LIMIT = 'auth.tokens[3].permonth: unknown option; did you mean "perMonth"?';

const LIMITED = { everybody: { perDay: { calls: 500 } } };
const UNLIMITED: unknown = expect.stringContaining("so nothing limits what a request may cost");

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
  [
    "a typo in a user's entry",
    { panels: { agreeing }, auth: { tokens: MISTYPED } },
    MISTYPED_LIMIT,
  ],
])("%s changes nothing, and the log and the admin say why", async (_, wrong, why) => {
  const said: string[] = [];
  const load = (): Promise<ReloadableOptions> => Promise.resolve(wrong as ReloadableOptions);
  const server = called({ auth: { tokens }, load, log: (line) => said.push(line) });
  const before = await (await server.get("/panels", bearer(ada))).json();
  const answer = await refusal(server.post("/admin/reload", {}, bearer(root)));
  expect(answer.status).toBe(400);
  expect(answer.message).toContain(why);
  expect(said.join("\n")).toContain("its previous settings stay in effect");
  expect(await (await server.get("/panels", bearer(ada))).json()).toEqual(before);
  const { reload } = (await (await server.get("/admin/server", bearer(root))).json()) as Reloaded;
  expect(reload.last?.error).toContain(why);
});

test("each file counts without the other, so that a typo in the config doesn't keep a removed token in use", async () => {
  const said: string[] = [];
  const config = { current: { panels: { agreeing } } as ReloadableOptions };
  const file = { current: tokens };
  const server = called({
    auth: { tokens },
    load: async () => config.current,
    loadTokens: async () => file.current,
    files: { config: "panels.yaml", tokens: "tokens.json" },
    log: (line) => said.push(line),
  });
  const statusOf = async (token: string): Promise<number> =>
    (await server.get("/me", bearer(token))).status;
  const failed = async (): Promise<string[]> =>
    (await (await server.get("/metrics", bearer(root))).text())
      .split("\n")
      .filter((line) => line.startsWith("rostrum_reload_failed{"));

  const typo = { everbody: { perDay: { usd: 1 } } };
  config.current = { panels: { agreeing, split }, policy: typo as object };
  file.current = [...without("ada"), entry("carl", newToken())];
  const answer = await refusal(server.post("/admin/reload", {}, bearer(root)));
  expect([answer.status, answer.code]).toEqual([400, "invalid_config"]);
  expect(answer.message).toContain(
    'panels.yaml was not applied, and its previous settings stay in effect: policy.everbody: unknown option; did you mean "everybody"?',
  );
  expect(said).toEqual([expect.stringContaining(answer.message), "reloaded: auth", UNLIMITED]);
  expect([await statusOf(ada), await statusOf(bob)]).toEqual([401, 200]);
  expect(await failed()).toEqual([
    'rostrum_reload_failed{file="config"} 1',
    'rostrum_reload_failed{file="tokens"} 0',
  ]);

  // A list with an error adds nobody, but whoever is no longer in it is refused. The config is applied.
  config.current = { panels: { split } };
  const wrong = { ...entry("dora", newToken()), role: "boss" };
  file.current = [...without("ada").filter(({ user }) => user !== "bob"), wrong];
  await expect(server.server.reload()).rejects.toThrow(
    /^tokens.json was applied in part \(removed tokens are refused; new and changed users are held back\): auth\.tokens\[1\]\.role: expected one of .*[^.]$/,
  );
  expect([await statusOf(bob), await statusOf(root)]).toEqual([401, 200]);
  expect(said.at(-2)).toBe("reloaded: panels, auth");
  expect(await failed()).toContain('rostrum_reload_failed{file="tokens"} 1');

  file.current = tokens;
  expect(await server.server.reload()).toMatchObject({ error: null, changed: ["auth"] });
  expect(await failed()).toContain('rostrum_reload_failed{file="tokens"} 0');
  expect(await statusOf(ada)).toBe(200);
});

test.each<[string, object[], RegExp]>([
  [
    "has only an entry that is wrong",
    [{ user: "eve", hash: "sha256:12", role: "admin" }],
    /^the tokens file was applied in part \(removed tokens are refused; new and changed users are held back\): auth\.tokens\[0\]\.hash: expected /,
  ],
  ["is empty", [], /^$/],
])(
  "a tokens file that %s lets nobody in, and changes of the config are applied",
  async (_, wrong, problem) => {
    const said: string[] = [];
    const config = { current: { panels: { agreeing } } as ReloadableOptions };
    const file = { current: tokens as object[] };
    const server = called({
      panels: { agreeing },
      auth: { tokens },
      load: async () => config.current,
      loadTokens: async () => file.current as typeof tokens,
      metricsPublic: true,
      log: (line) => said.push(line),
    });
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [{}, ...[ada, bob, root].map(bearer)].map(
          async (headers) => (await server.get("/panels", headers)).status,
        ),
      );
    const reload = async (): Promise<string> =>
      server.server.reload().then(
        ({ error }) => error ?? "",
        (error: Error) => error.message,
      );
    const failed = async (): Promise<string> =>
      (await (await server.get("/metrics")).text())
        .split("\n")
        .filter((line) => line.startsWith("rostrum_reload_failed{"))
        .join();
    const locked: unknown = expect.stringMatching(/^nobody can sign in: no token is in effect/);
    expect(await statuses()).toEqual([401, 200, 200, 200]);

    file.current = wrong;
    expect(await reload()).toMatch(problem);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(said.slice(-2)).toEqual(["reloaded: auth", locked]);
    expect(said.join("\n")).not.toContain("previous settings");

    config.current = { panels: { agreeing, split } };
    expect(await reload()).toMatch(problem);
    expect(said.slice(-2)).toEqual(["reloaded: panels", locked]);
    expect(await failed()).toContain('{file="config"} 0');

    file.current = tokens;
    expect(await reload()).toBe("");
    expect(await statuses()).toEqual([401, 200, 200, 200]);
    const { panels } = (await (await server.get("/panels", bearer(ada))).json()) as {
      panels: { name: string }[];
    };
    expect(panels.map(({ name }) => name)).toContain("split");
  },
);

test("a config that no longer has the identity provider is held back if that leaves nobody, and emptied tokens are not", async () => {
  const oidc = {
    issuer: "https://id.example.com",
    audience: "rostrum",
    groups: { staff: { role: "asker" as const } },
  };
  const panels = { agreeing };
  const config = { current: { panels, auth: { oidc } } as ReloadableOptions };
  const file = { current: tokens };
  const server = called({
    auth: { tokens, oidc },
    load: async () => config.current,
    loadTokens: async () => file.current,
  });
  const statusOf = async (token: string): Promise<number> =>
    (await server.get("/me", bearer(token))).status;
  const signIn = async (): Promise<unknown> => (await server.get("/auth")).json();
  const before = await signIn();

  config.current = { panels };
  file.current = [];
  await expect(server.server.reload()).rejects.toThrow(
    "the config was not applied, and its previous settings stay in effect: auth: expected at least one token or an identity provider, got neither",
  );
  expect(await statusOf(ada)).toBe(401);
  expect(await signIn()).toEqual(before);

  file.current = tokens;
  expect(await server.server.reload()).toMatchObject({ error: null });
  expect(await statusOf(ada)).toBe(200);
});

test("a server whose tokens are in a file is not open while the file has none", async () => {
  const server = called({ loadTokens: async () => [] });
  expect((await server.get("/me")).status).toBe(401);
});

test("changes of users, roles and limits in the files are in the audit log, without tokens", async () => {
  const panels = { agreeing };
  const server = called({ panels, auth: { tokens }, policy: LIMITED });
  const newEntry = { ...entry("carl", newToken(), { role: "asker", team: "core" }) };
  const other = entry("bob", newToken(), { sees: "all" });
  const raised = { ...entry("root", root), role: "admin" as const, perDay: { usd: 3 } };
  const policy = {
    everybody: { perDay: { calls: 900 } },
    users: { carl: { perMonth: { usd: 2 } } },
    teams: { core: { budget: { usd: 5 } } },
  };
  const next = { panels, auth: { tokens: [other, raised, newEntry] }, policy };
  await server.server.reload(next);
  await server.server.reload(next);
  const response = await server.get("/audit", bearer(root));
  const { acts } = (await response.json()) as { acts: Record<string, unknown>[] };
  const done = { outcome: "done", status: 200, address: null };
  expect(acts.toReversed()).toMatchObject([
    { ...done, act: "user_removed", user: "ada", code: "tokens: 1 → none; role: reviewer → none" },
    { ...done, act: "user_changed", user: "bob", code: "another token" },
    { ...done, act: "user_changed", user: "root", code: "perDay.usd: none → 3" },
    {
      ...done,
      act: "user_added",
      user: "carl",
      code: "tokens: none → 1; role: none → asker; team: none → core; policy.users.perMonth.usd: none → 2",
    },
    {
      ...done,
      act: "policy_changed",
      user: null,
      code: "policy.everybody.perDay.calls: 500 → 900; policy.teams.core.budget.usd: none → 5",
    },
  ]);
  const tokensInUse = [ada, bob, root, newEntry.hash, other.hash];
  for (const secret of tokensInUse) expect(JSON.stringify(acts)).not.toContain(secret.slice(-20));
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
  await expect.poll(said).toContain("was not applied, and removed tokens are still accepted: ");
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
  const outcome = await server.server.reload({
    ...{ panels: { agreeing, keyless }, auth: { tokens }, policy: LIMITED },
  });
  expect(outcome.warnings).toEqual([missing]);
  expect(said).toEqual(["reloaded: panels, policy", missing]);
  const health = await (await server.get("/admin/health", bearer(root))).json();
  expect(health).toMatchObject({ panelsDown: ["keyless"] });
  expect(await (await server.get("/admin/server", bearer(root))).json()).toMatchObject({
    reload: { last: { warnings: [missing] } },
  });

  said.length = 0;
  const lost: unknown = expect.stringMatching(/^nobody is an admin any more/);
  const rootless = { panels, auth: { tokens: without("root") }, policy: LIMITED };
  await server.server.reload(rootless);
  expect(said).toEqual(["reloaded: panels, auth", lost]);
  const { warnings } = await server.server.reload(rootless);
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
  const lost = `tokens.json was not applied, and removed tokens are still accepted: --tokens: there is no file ${file}`;
  await expect.poll(said).toContain(lost);
  expect((await last())?.error).toContain("there is no file");

  renameSync(join(folder, "x"), file);
  await expect.poll(said).toContain("reloaded: nothing changed");

  renameSync(config, join(folder, "y"));
  await expect.poll(said).toContain("rostrum.config.json is missing");
  expect((await last())?.changed).toEqual([]);

  configure({});
  await expect.poll(said).toContain("reloaded: keep (takes effect at the next start)");

  // A revoked token is refused although the other file has an error, which the log names.
  configure({ policy: { everbody: {} } });
  writeFileSync(file, JSON.stringify(without("ada")));
  const statusOf = async (): Promise<number> =>
    (await fetch(`${url}/me`, { headers: bearer(ada) })).status;
  await expect.poll(statusOf).toBe(401);
  expect(said()).toMatch(
    /rostrum\.config\.json was not applied, .*: .*policy\.everbody: unknown option; did you mean "everybody"\?/,
  );

  const keyless = { debaters: ["openai/gpt-5*2"] };
  writeFileSync(config, JSON.stringify({ panels: { ...panels, keyless } }));
  const asked = rostrum(folder, "reload", "--url", url, "--token", root);
  let printed = "";
  asked.stderr?.on("data", (piece: Buffer) => (printed += piece.toString()));
  await new Promise((resolve) => asked.once("close", resolve));
  expect(printed).toContain("panel keyless can't answer: Missing API key: OPENAI_API_KEY");
});

test("a limit with a typo in its name is refused at the start too", () => {
  expect(() => called({ auth: { tokens: MISTYPED } })).toThrow(MISTYPED_LIMIT);
});

test("a config that was found and needs approval again is applied as the log says", async () => {
  const folder = ownFolder();
  const file = join(folder, "tokens.json");
  const configure = (name: string): void => {
    const debaters = "compat:tiny@http://127.0.0.1:9/v1*2";
    const config = JSON.stringify({ panels: { [name]: { debaters } } });
    writeFileSync(join(folder, "rostrum.config.json"), config);
  };
  const run = async (...args: string[]): Promise<string> => {
    const child = rostrum(folder, ...args);
    let printed = "";
    child.stderr?.on("data", (piece: Buffer) => (printed += piece.toString()));
    await once(child, "close");
    return printed;
  };
  writeFileSync(file, JSON.stringify(tokens));
  configure("first");
  await run("trust");
  const child = rostrum(folder, "serve", "--port", "0", "--tokens", file);
  let said = "";
  child.stderr?.on("data", (piece: Buffer) => (said += piece.toString()));
  const [line] = (await once(child.stdout!, "data")) as [Buffer];
  const reload = ["reload", "--url", line.toString().trim()];

  configure("second");
  const remedy =
    'it was changed after you approved it. Run "rostrum trust" in its folder, then "rostrum reload"; or start the server with --config and the file, which needs no approval\n';
  await expect.poll(() => said).toContain(remedy);
  expect(await run(...reload, "--token", root)).toContain(remedy);
  await run("trust");
  expect(await run(...reload, "--token", root)).toContain("reloaded: panels, defaultPanel\n");

  expect(await run(...reload)).toContain("error: set ROSTRUM_TOKEN to an admin's token\n");
  expect(await run(...reload, "--token", newToken())).toContain("doesn't accept this token");
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
