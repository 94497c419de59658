import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { Hono } from "hono";
import { memoryJournal } from "rostrum";
import { createServer, hashToken, newToken, serve, type ServeOptions } from "rostrum/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageFile } from "../../packages/runtime/src/package-file.ts";
import { agreeing } from "./support/call.ts";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { ownFolder, rostrum as rostrumIn, serving } from "./support/process.ts";

const panels = { agreeing };

describe("serve()", () => {
  test("listens on loopback and says where", async () => {
    const server = await serve({ port: 0, panels, journal: memoryJournal() });
    onTestFinished(() => server.close());
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ status: "ok" });
  });

  test("says that a port is taken", async () => {
    const other = createTcpServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    await expect(serve({ port, panels, journal: memoryJournal() })).rejects.toThrow(
      `port: ${port} is in use by another program`,
    );
  });

  test("refuses to be reached by others without tokens", async () => {
    for (const host of ["0.0.0.0", "::", "192.168.1.7"]) {
      await expect(serve({ port: 0, host, panels, journal: memoryJournal() })).rejects.toThrow(
        /so it needs a token/,
      );
    }
    const token = newToken();
    const server = await serve({
      port: 0,
      host: "0.0.0.0",
      panels,
      journal: memoryJournal(),
      auth: { tokens: [{ user: "ada", hash: hashToken(token) }] },
    });
    onTestFinished(() => server.close());
    const url = `http://127.0.0.1:${server.port}/panels`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  test("refuses to start without users if it is for other machines, or if its users are in a file", async () => {
    const journal = memoryJournal();
    const exposures: Partial<ServeOptions>[] = [
      { hosts: ["localhost", "panel.example.com"] },
      { proxies: ["127.0.0.1"] },
      { basePath: "/rostrum" },
      { publicUrl: "https://panel.example.com" },
      { loadTokens: async () => [] },
    ];
    for (const options of exposures) {
      const [field = ""] = Object.keys(options);
      await expect(serve({ port: 0, panels, journal, ...options })).rejects.toMatchObject({
        field,
      });
      const auth = { tokens: [{ user: "ada", hash: hashToken(newToken()) }] };
      const server = await serve({ port: 0, panels, journal, auth, ...options });
      await server.close();
    }
    const hosts = ["localhost", "127.0.0.1", "[::1]"];
    const publicUrl = "http://localhost:4717/";
    const local = await serve({ port: 0, panels, journal, hosts, basePath: "/", publicUrl });
    await local.close();
  });

  test("a request cut off in its body, and one that says too much, harm nobody", async () => {
    const server = await serve({
      port: 0,
      panels,
      journal: memoryJournal(),
      limits: { bodyBytes: 1000 },
    });
    onTestFinished(() => server.close());
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000).fill(32));
      },
    });
    const init = {
      method: "POST",
      body: endless,
      duplex: "half",
      headers: { "content-type": "application/json" },
    };
    const status = await fetch(`${server.url}/debates`, init as RequestInit).then(
      (response) => response.status,
      () => "cut off",
    );
    expect([413, "cut off"]).toContain(status);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });
});

test("the app can be mounted in another one", async () => {
  const server = createServer({ panels, journal: memoryJournal() });
  onTestFinished(() => server.close());
  const app = new Hono().route("/panel", server.app);
  const response = await app.request("http://localhost/panel/debates", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "What is 6*7?" }),
  });
  expect(response.status).toBe(201);
  expect(await (await app.request("http://localhost/panel/v1/models")).json()).toMatchObject({
    data: [{ id: "agreeing" }],
  });
  expect(await (await app.request("http://localhost/panel/debates/none")).json()).toMatchObject({
    error: { code: "not_found" },
  });
  expect((await app.request("http://evil.example/panel/panels")).status).toBe(403);
});

describe("rostrum serve", () => {
  test("prints its address, and serves the panels of its config and the embedded one", async () => {
    const { url, end, said } = await serving(ownFolder());
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { panels: found } = (await (await fetch(`${url}/panels`)).json()) as {
      panels: { name: string }[];
    };
    expect(found.map(({ name }) => name)).toEqual([
      "three",
      "moderated",
      "table",
      "bench",
      "torn",
      "embedded",
    ]);
    // A clone that was not built has no page.
    const isBuilt = existsSync(new URL("index.html", packageFile("dist/page/")));
    await expect.poll(said).toContain("panels: ");
    await expect.poll(() => said().includes("there is no page")).toBe(!isBuilt);
    expect(await end("SIGTERM")).toBe(0);
    await expect.poll(said).toContain("stopping; running debates will continue at the next start");
  });

  test("logs JSON with levels from the first line on, and also why it couldn't start", async () => {
    const folder = ownFolder();
    const file = join(folder, "tokens.json");
    const entries = [{ user: "ada", hash: hashToken(newToken()) }];
    writeFileSync(file, JSON.stringify(entries), { mode: 0o644 });
    const journal = join(folder, "runs.db");
    const args = ["--log", "json", "--tokens", file, "--journal", journal];
    const { url, end, said } = await serving(folder, ...args);
    const read = (text: string): Record<string, unknown>[] =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect.poll(said).toContain("chmod 600");
    await fetch(`${url}/panels`);
    await expect.poll(said).toContain('"status":401');
    expect(await end("SIGTERM")).toBe(0);
    const lines = read(said());
    expect(lines.every(({ level }) => ["info", "warn", "error"].includes(String(level)))).toBe(
      true,
    );
    const start = lines.find(({ version }) => version !== undefined);
    expect(start).toMatchObject({ level: "info", url, journal, users: 1 });
    expect(start?.["message"]).toContain(`at ${url}; journal ${journal}; 1 user; panels: three, `);
    const readable: unknown = expect.stringContaining("can be read by other users");
    expect(lines).toContainEqual(expect.objectContaining({ level: "warn", message: readable }));
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "info", message: "request", path: "/panels", status: 401 }),
    );

    const missing = rostrumIn(folder, "serve", "--log", "json", "--config", "missing.yaml");
    let words = "";
    missing.stderr?.on("data", (piece: Buffer) => (words += piece.toString()));
    const [code] = (await once(missing, "close")) as [number];
    expect(code).toBe(1);
    expect(read(words)).toMatchObject([
      { level: "error", message: "There is no config file missing.yaml." },
    ]);
  });

  test("names a journal that it can't open once, and only the flags that it has", async () => {
    using home = newHome();
    writeFileSync(home.file("runs.db"), "not a journal");
    const args = ["--journal", home.file("runs.db")];
    const refused = await rostrum(home, ["serve", "--port", "0", ...args]);
    expect(refused.code).toBe(1);
    expect(refused.stderr.split("runs.db")).toHaveLength(2);
    expect(refused.stderr).toMatch(
      /\n {2}Use --journal <file> for another file or ROSTRUM_HOME=\S+/,
    );
    expect(refused.stderr).not.toContain("--no-journal");
    const asked = await rostrum(home, ["--panel", "embedded", "1+1?", ...args]);
    expect(asked.stderr).toContain("or --no-journal for none.");
    expect((await rostrum(home, ["doctor", ...args])).stdout.split("runs.db")).toHaveLength(2);
  });

  test("that drains doesn't say that the debates it waits for continue later", async () => {
    const { said, end } = await serving(ownFolder(), "--drain", "30");
    expect(await end("SIGTERM")).toBe(0);
    await expect.poll(said).toContain("stopping; running debates have 30 s to end; those that");
  });

  test("refuses a .env with settings of the server, which it doesn't read from there", async () => {
    using home = newHome();
    const args = ["serve", "--port", "0", "--config", "missing.yaml"];
    const config = "There is no config file missing.yaml.";
    const start = async (text: string, env = {}, more: string[] = []): Promise<string> => {
      writeFileSync(home.file(".env"), text);
      const { code, stderr } = await rostrum(home, [...args, ...more], { env });
      expect(code).toBe(1);
      return stderr;
    };
    const both = "ROSTRUM_TOKEN=one\nROSTRUM_WEBHOOK_SECRET=two\nOPENAI_API_KEY=sk-1\n";
    const refused = await start(both);
    expect(refused).toMatch(
      /\.env sets ROSTRUM_TOKEN and ROSTRUM_WEBHOOK_SECRET, but rostrum takes only the keys and addresses of providers/,
    );
    expect(refused).toContain("set -a; . ./.env; set +a");
    expect(await start("ROSTRUM_HOME=/tmp/x\nROSTRUM_TOKEN=one", { ROSTRUM_TOKEN: "" })).toContain(
      "sets ROSTRUM_TOKEN,",
    );
    // The environment counts, as does a flag, and keys belong into the file.
    const set = { ROSTRUM_TOKEN: "one", ROSTRUM_WEBHOOK_SECRET: "two" };
    expect(await start(both, set)).toContain(config);
    expect(await start("ROSTRUM_TOKEN=one", {}, ["--token", "two"])).toContain(config);
    expect(await start("ROSTRUM_TOKEN=\nROSTRUM_KEY_LOCALHOST=three")).toContain(config);
    expect((await rostrum(home, ["serve", "--new-token", "ada"])).code).toBe(0);

    const hook = "{ name: a, format: slack, urlEnv: SLACK_WEBHOOK_URL }";
    writeFileSync(
      home.file("hooks.yaml"),
      `panels: { main: { debaters: [embedded*3] } }\nserver: { webhooks: [${hook}] }`,
    );
    writeFileSync(home.file(".env"), "SLACK_WEBHOOK_URL=https://x.example");
    const { stderr } = await rostrum(home, ["serve", "--port", "0", "--config", "hooks.yaml"]);
    expect(stderr).toContain(
      "SLACK_WEBHOOK_URL is not set; it is in .env, but rostrum takes only the keys",
    );
  });

  test("without users says who is an admin, and that nothing limits a panel whose key is set", async () => {
    const folder = ownFolder();
    const config = join(folder, "panels.json");
    const council = { debaters: ["openai/gpt-5*2"] };
    const others = {
      capped: { ...council, budget: { usd: 2 } },
      local: { debaters: ["ollama/llama*2"] },
      keyless: { debaters: ["anthropic/claude*2"] },
    };
    writeFileSync(config, JSON.stringify({ panels: { council, ...others } }));
    writeFileSync(join(folder, ".env"), "OPENAI_API_KEY=sk-test\n");
    const open = await serving(folder, "--config", config);
    await expect
      .poll(open.said)
      .toContain(
        `there are no users: everyone who can reach ${open.url} on this machine is an admin. To ask for a token, set ROSTRUM_TOKEN`,
      );
    await expect
      .poll(open.said)
      .toContain(
        "everyone on this machine has no spending limit and panel council has no budget, so nothing limits what a request may cost: set budgets",
      );
    writeFileSync(join(folder, ".env"), "OPENAI_API_KEY=sk-test\nROSTRUM_TOKEN=one\n");
    open.child.kill("SIGHUP");
    await expect.poll(open.said).toContain(".env sets ROSTRUM_TOKEN, but rostrum takes only");
  });

  test("says what is wrong and ends with 1", async () => {
    using home = newHome();
    const open = await rostrum(home, ["serve", "--port", "0", "--host", "0.0.0.0"]);
    expect(open).toMatchObject({ code: 1, stdout: "" });
    expect(open.stderr).toContain("so it needs a token");
    expect(open.stderr).toContain("ROSTRUM_TOKEN");
    const port = await rostrum(home, ["serve", "--port", "99999"]);
    expect(port).toMatchObject({ code: 1, stdout: "" });
    expect(port.stderr).toContain('--port: expected 0 to 65535, got "99999"');
    const short = await rostrum(home, ["serve", "--port", "0", "--token", "too-short!"]);
    expect(short.code).toBe(1);
    expect(short.stderr).toContain("20 characters");
    expect(short.stderr).not.toContain("too-short!");
  });

  test("makes tokens of which only the hash is kept", async () => {
    using home = newHome();
    const { code, stdout, stderr } = await rostrum(home, ["serve", "--new-token", "ada"]);
    expect(code).toBe(0);
    const entry = JSON.parse(stdout) as { user: string; hash: string };
    const token = /rostrum_\S+/.exec(stderr)?.[0] ?? "";
    expect(entry).toEqual({ user: "ada", hash: hashToken(token), role: "reviewer" });
    expect(stdout).not.toContain(token);
    expect(stderr).toContain("the token of ada");
  });

  test("adds the entry of a new token to the file, which only its owner can read", async () => {
    using home = newHome();
    const path = home.file("tokens.json");
    const make = (...args: string[]): ReturnType<typeof rostrum> =>
      rostrum(home, ["serve", "--tokens", path, "--new-token", ...args]);
    const first = await make("ada", "--role", "admin");
    expect(first).toMatchObject({ code: 0, stdout: "" });
    const second = await make("bob", "--sees", "team");
    expect(second.stderr).toContain("bob is a reviewer and sees the debates of their team");
    const [adasEntry, bobsEntry] = JSON.parse(readFileSync(path, "utf8")) as [object, object];
    expect(adasEntry).toMatchObject({ user: "ada", role: "admin" });
    expect(adasEntry).not.toHaveProperty("sees");
    expect(bobsEntry).toMatchObject({ user: "bob", role: "reviewer", sees: "team" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await make("a b")).toMatchObject({ code: 1 });

    const readable = "tokens.json can be read by other users of this machine: chmod 600";
    const { said } = await serving(home.folder, "--tokens", path);
    await expect.poll(said).toContain("is also that of the command line");
    expect(said()).not.toContain(readable);
    chmodSync(path, 0o644);
    await expect.poll(said).toContain(readable);
    expect((await make("carl")).stderr).toContain(readable);
    const other = await serving(home.folder, "--tokens", path);
    await expect.poll(other.said).toContain(readable);
  });

  test("is opened by its token alone", async () => {
    const token = newToken();
    const { url, said } = await serving(ownFolder(), "--token", token);
    expect((await fetch(`${url}/panels`)).status).toBe(401);
    expect(
      (await fetch(`${url}/panels`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200);
    expect(said()).not.toContain(token);
  });

  test("refuses a user of the tokens file who would have the name and so the rights of that token's owner", async () => {
    using home = newHome();
    const [admins, adas] = [newToken(), newToken()];
    const entry = (user: string): string =>
      JSON.stringify([{ user, hash: hashToken(adas), role: "viewer" }]);
    const path = home.file("tokens.json");
    writeFileSync(path, entry("owner"), { mode: 0o600 });
    const args = ["--port", "0", "--token", admins, "--tokens", path];
    const refused = await rostrum(home, ["serve", ...args]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    const reason = 'tokens.json has a user "owner"';
    expect(refused.stderr).toContain(reason);

    writeFileSync(path, entry("ada"));
    const { url, said } = await serving(home.folder, ...args.slice(2));
    writeFileSync(path, entry("owner"));
    await expect.poll(said).toContain(reason);
    expect(said()).toContain("was not applied, and removed tokens are still accepted");
    const response = await fetch(`${url}/me`, { headers: { authorization: `Bearer ${adas}` } });
    expect(await response.json()).toMatchObject({ user: "ada", role: "viewer" });
  });
});
