import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { newHome, type Home } from "./support/home.ts";
import { startProcess } from "./support/process.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";
import { inTerminal } from "./support/terminal.ts";

const QUESTION = "What is the capital of Australia?";

/** Stands for a coding agent: notes how it was called, and prints what that program documents. */
function installAgent(home: Home, name: string, printed: string): void {
  const script = [
    "#!/bin/sh",
    `for word in "$@"; do printf '%s\\n' "[$word]" >>"$HOME/${name}.args"; done`,
    `while read -r line; do printf '%s\\n' "$line"; done >"$HOME/${name}.stdin"`,
    `printf '%s\\n' '${printed}'`,
  ];
  writeFileSync(home.file(name), `${script.join("\n")}\n`);
  chmodSync(home.file(name), 0o755);
}

const PRINTED = {
  claude:
    '{"type":"result","result":"Answer: Canberra","usage":{"input_tokens":3,"cache_read_input_tokens":0,"cache_creation_input_tokens":0,"output_tokens":2}}',
  codex:
    '{"type":"item.completed","item":{"type":"agent_message","text":"Answer: Canberra"}}\n{"type":"turn.completed","usage":{"input_tokens":3,"cached_input_tokens":0,"output_tokens":2}}',
  agy: '{"status":"SUCCESS","response":"Answer: Canberra","usage":{"input_tokens":3,"output_tokens":2,"cache_read_tokens":0}}',
  opencode:
    '{"type":"text","part":{"text":"Answer: Canberra"}}\n{"type":"step_finish","part":{"tokens":{"input":3,"output":2,"reasoning":0,"cache":{"read":0,"write":0}},"cost":0}}',
  "cursor-agent":
    '{"type":"result","subtype":"success","is_error":false,"result":"Answer: Canberra","usage":{"inputTokens":3,"outputTokens":2,"cacheReadTokens":0,"cacheWriteTokens":0}}',
  copilot: "Answer: Canberra",
} as const;
type Agent = keyof typeof PRINTED;

function withAgents(home: Home, ...names: Agent[]): Record<string, string> {
  for (const name of names) installAgent(home, name, PRINTED[name]);
  return { PATH: home.folder };
}

const wasAsked = (home: Home, name: Agent): boolean => existsSync(home.file(`${name}.args`));

describe("without a key, installed coding agents", () => {
  test("are asked after one question, which is remembered", async () => {
    using home = newHome();
    const env = withAgents(home, "claude", "codex");
    const terminal = inTerminal(home, [QUESTION], { columns: 200, env });
    await terminal.printed("Use them for this and later questions? [y/N, or some of them:");
    expect(wasAsked(home, "claude")).toBe(false);
    terminal.type("y\r");
    const { code, screen } = await terminal.ended;
    expect(code).toBe(0);
    expect(screen).toContain("claude: uses your Claude subscription");
    expect(screen).toContain(
      "asking claude (your Claude subscription), codex (your ChatGPT subscription), read-only",
    );
    const later = await rostrum(home, [QUESTION], { env });
    expect(later).toMatchObject({ code: 0, stdout: "Canberra\n" });
    // What isn't installed any more is not asked.
    const alone = await rostrum(home, ["--json", QUESTION], { env: { PATH: "/nowhere" } });
    expect(alone.code).toBe(1);
  });

  test("are not asked after a no, nor where nobody can be asked", async () => {
    using home = newHome();
    const env = withAgents(home, "claude");
    const terminal = inTerminal(home, [QUESTION], { columns: 200, env });
    await terminal.printed("[y/N]");
    terminal.type("\r");
    expect((await terminal.ended).code).toBe(1);
    const { code, stderr } = await rostrum(home, [QUESTION], { env });
    expect(code).toBe(1);
    expect(stderr).toContain(
      "Or let rostrum ask claude (your Claude subscription): run rostrum setup --allow claude",
    );
    expect(wasAsked(home, "claude")).toBe(false);
  });

  test("are never asked in CI, whatever was allowed or written", async () => {
    using home = newHome();
    const env = withAgents(home, "claude");
    expect((await rostrum(home, ["init", "--with", "claude"], { env })).code).toBe(0);
    const ci = { ...env, CI: "true" };
    const written = await rostrum(home, ["--trust", QUESTION], { env: ci });
    expect(written.code).toBe(1);
    expect(written.stderr).toContain("In CI, rostrum doesn't ask claude with somebody's");
    expect((await rostrum(home, ["init", "--force", "--with", "claude"], { env: ci })).code).toBe(
      1,
    );
    expect(wasAsked(home, "claude")).toBe(false);
  });

  test("don't count where there is a key", async () => {
    using home = newHome();
    const env = { ...withAgents(home, "claude"), OPENAI_API_KEY: "k" };
    expect((await rostrum(home, ["init", "--with", "claude"], { env })).code).toBe(0);
    writeFileSync(home.file("rostrum.config.yaml"), "");
    const unreachable = { ...env, OPENAI_BASE_URL: "http://127.0.0.1:59999/v1" };
    const { code, stderr } = await rostrum(home, ["init", "--force"], { env: unreachable });
    expect(code).toBe(1);
    expect(stderr).toContain(
      "OpenAI at http://127.0.0.1:59999/v1 (OPENAI_BASE_URL): the connection was refused",
    );
  });
});

test("a program that is not logged in is asked once, and its own words are shown", async () => {
  using home = newHome();
  const error = '{"type":"result","is_error":true,"result":"Not logged in · Please run /login"}';
  installAgent(home, "claude", error);
  const env = { PATH: home.folder };
  await rostrum(home, ["setup", "--allow", "claude"], { env });
  const { code, stderr } = await rostrum(home, [QUESTION], { env });
  expect(code).toBe(1);
  expect(stderr).toContain("claude is not logged in: Not logged in · Please run /login");
  expect(stderr).not.toMatch(/claude#/);
  // Three members, one try each.
  expect(readFileSync(home.file("claude.args"), "utf8").match(/\[-p\]/g)).toHaveLength(3);
});

test("only those that get a seat are named", async () => {
  using home = newHome();
  const env = withAgents(home, "claude", "codex", "agy", "opencode", "copilot");
  const names = ["claude", "codex", "agy", "opencode", "copilot"] as const;
  await rostrum(home, ["setup", "--allow", ...names], { env });
  const { code, stderr } = await rostrum(home, [QUESTION], { env });
  expect(code).toBe(0);
  const asked = names.filter((name) => wasAsked(home, name));
  expect(asked).toHaveLength(3);
  const [, named = ""] = /: asking (.*), read-only/.exec(stderr) ?? [];
  expect(named.match(/[\w-]+(?= \()/g)).toEqual(asked);
  const written = await rostrum(home, ["init"], { env });
  expect(written.code).toBe(0);
  const config = readFileSync(home.file("rostrum.config.yaml"), "utf8");
  for (const name of names) expect(config.includes(`${name} with`)).toBe(asked.includes(name));
});

test("some of them can be picked", async () => {
  using home = newHome();
  const env = withAgents(home, "claude", "codex");
  const terminal = inTerminal(home, [QUESTION], { columns: 200, env });
  await terminal.printed("[y/N, or some of them: claude codex]");
  terminal.type("codex\r");
  const { code, screen } = await terminal.ended;
  expect(code).toBe(0);
  expect(screen).toContain("to take it back: rostrum setup --disallow codex");
  expect([wasAsked(home, "claude"), wasAsked(home, "codex")]).toEqual([false, true]);
});

test("init writes them into a config that says whose subscription is used, with time enough", async () => {
  using home = newHome();
  const env = withAgents(home, "claude", "copilot");
  const { code, stderr } = await rostrum(home, ["init", "--with", "claude", "copilot"], { env });
  expect(code).toBe(0);
  expect(stderr).toContain("claude: asked read-only, with your Claude subscription");
  const { panels } = parse(readFileSync(home.file("rostrum.config.yaml"), "utf8")) as {
    panels: { default: { purpose: string; debaters: { name: string }[]; limits: object } };
  };
  expect(panels.default.purpose).toContain("copilot with your GitHub Copilot subscription");
  expect(panels.default.debaters.map(({ name }) => name)).toEqual([
    "claude",
    "copilot",
    "claude-2",
  ]);
  expect(panels.default.limits).toEqual({ timeoutMs: 600_000 });
  expect(await rostrum(home, [QUESTION], { env })).toMatchObject({ code: 0, stdout: "Canberra\n" });
});

/** What keeps each of them from changing anything. */
test.each<[Agent, string]>([
  ["claude", "[--tools]\n[Read,Grep,Glob]"],
  ["codex", "[--sandbox]\n[read-only]"],
  ["agy", "[--mode]\n[plan]\n[--sandbox]"],
  ["opencode", "[--agent]\n[plan]"],
  ["cursor-agent", "[--mode]\n[ask]"],
  ["copilot", "[--available-tools=view,grep,glob]"],
])("%s is called read-only, gets the question, and its usage is read", async (name, words) => {
  using home = newHome();
  const env = withAgents(home, name);
  expect((await rostrum(home, ["init", "--with", name], { env })).code).toBe(0);
  const { code, stdout } = await rostrum(home, ["--json", QUESTION], { env });
  expect(code).toBe(0);
  const { usage } = JSON.parse(stdout) as { usage: { inputTokens: number | null } };
  expect(usage.inputTokens).toBe(name === "copilot" ? null : 9);
  const args = readFileSync(home.file(`${name}.args`), "utf8");
  expect(args).toContain(words);
  const stdin = readFileSync(home.file(`${name}.stdin`), "utf8");
  // One of them takes it as an argument.
  expect(name === "agy" ? args : stdin).toContain(QUESTION);
  expect(name === "agy" ? stdin : args).not.toContain(QUESTION);
});

test("a server leaves panels with such members out, because a subscription is for one person", async () => {
  using home = newHome();
  const env = withAgents(home, "claude");
  expect((await rostrum(home, ["init", "--with", "claude"], { env })).code).toBe(0);
  const serving = startProcess(home, ["serve", "--port", "0"], { env });
  const [url] = (await once(serving.child.stdout, "data")) as [string];
  const response = await fetch(new URL("/panels", url.trim()));
  const { panels } = (await response.json()) as { panels: { name: string }[] };
  serving.child.kill("SIGTERM");
  const { stderr } = await serving.ended;
  expect(panels.map(({ name }) => name)).toEqual(["embedded"]);
  expect(stderr).toContain("panel default is not served: it uses the subscriptions of one person");
});

test("a server says at its start which panel can't answer, and why", async () => {
  using home = newHome();
  const panel = "{ debaters: [openai/gpt-5, openai/gpt-5-mini] }";
  writeFileSync(home.file("rostrum.config.yaml"), `panels: { default: ${panel} }\n`);
  const serving = startProcess(home, ["serve", "--port", "0"]);
  const heard: string[] = [];
  serving.child.stderr.on("data", (text) => heard.push(String(text)));
  await expect.poll(() => heard.join("")).toContain("and 1 more");
  serving.child.kill("SIGTERM");
  const { stderr } = await serving.ended;
  expect(stderr).toMatch(/panel default can't answer: Missing API key: OPENAI_API_KEY/);
});

test("over MCP they are a panel once they are allowed, and until then the agent is told how", async () => {
  using home = newHome();
  const env = withAgents(home, "claude");
  const before = await listMcpTools(home, env);
  expect(before.stderr).toContain("run rostrum setup --allow claude");
  expect(before.stdout).not.toContain('"programs"');
  expect((await rostrum(home, ["init", "--with", "claude"], { env })).code).toBe(0);
  rmSync(home.file("rostrum.config.yaml"));
  const { stdout, stderr } = await listMcpTools(home, env);
  expect(stderr).toBe("");
  expect(stdout).toContain('"enum":["programs"');
});

/** What `rostrum mcp` says about itself and its tools. */
async function listMcpTools(home: Home, env: Record<string, string>): Promise<Ended> {
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 2, method: "tools/list" },
  ];
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
  return startProcess(home, ["mcp"], { env, input }).ended;
}
