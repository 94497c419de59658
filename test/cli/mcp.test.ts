import { writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { runCliIn } from "./support/own-surroundings.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum, writingTo } from "./support/rostrum.ts";

/** Starts `rostrum mcp`, and returns what it says about itself. */
async function initialize(home: Home): Promise<{ instructions: string; stderr: string }> {
  const stdin = new PassThrough();
  const replied = Promise.withResolvers<string>();
  let stderr = "";
  const ended = runCliIn({ env: home.env(), cwd: home.folder }, ["mcp"], {
    stdin,
    stdout: writingTo(replied.resolve),
    stderr: writingTo((text) => (stderr += text)),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  });
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const { result } = JSON.parse(await replied.promise) as { result: { instructions: string } };
  stdin.end();
  await ended;
  return { instructions: result.instructions, stderr };
}

test("in a folder with an untrusted config, mcp starts without it, and tells the agent why", async () => {
  using home = newHome();
  const debaters = ["command:./evil.sh", "embedded"];
  writeFileSync(home.file("rostrum.config.json"), JSON.stringify({ panels: { a: { debaters } } }));
  const { instructions, stderr } = await initialize(home);
  for (const text of [instructions, stderr]) {
    expect(text).toContain("Refused to load rostrum.config.json");
    expect(text).toContain("Runs a program: ./evil.sh");
    expect(text).toContain("rostrum trust");
  }
});

const call = (id: number, name: string, args: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });

test("the command for people names the journal that has the debate", async () => {
  using home = newHome();
  const question = { question: "What is 6*7?", wait: 45 };
  const [, reply] = await exchange(home, [call(2, "ask", question)], ["--journal", "other.db"]);
  const text = reply?.result?.content[0]?.text ?? "";
  const [, shown = ""] = /^For people: .* (show \w+ --journal .*)$/m.exec(text) ?? [];
  expect(shown).toContain(home.file("other.db"));
  const { code, stdout } = await rostrum(home, shown.split(" "));
  expect([code, stdout]).toEqual([0, expect.stringContaining("42")]);
});

test("without a model, a review or a question of words is answered with the one thing to do", async () => {
  using home = newHome();
  const documents = [{ document: "a.js", text: "let x;" }];
  const replies = await exchange(home, [
    call(2, "review", { documents }),
    call(3, "review", { documents, panel: "embedded" }),
    call(4, "ask", { question: "Is tea better than coffee?", wait: 45 }),
    call(5, "ask", { question: "What is 6*7?", wait: 45 }),
  ]);
  // What can't be answered is refused at once, so the list has one debate.
  const [status] = await exchange(home, [call(2, "status", {})]).then((all) => all.slice(1));
  expect(status?.result?.content[0]?.text).toMatch(/^\w+: completed; What is 6\*7\?[^\n]*$/);
  for (const id of [2, 3, 4]) {
    const { result } = replies.find((reply) => reply.id === id) ?? {};
    expect(result?.isError).toBe(true);
    expect(result?.content).toHaveLength(1);
    expect(result?.content[0]?.text).toMatch(/No models available: .*export OPENAI_API_KEY/);
    expect(result?.content[0]?.text.length).toBeLessThan(600);
  }
  const answer = JSON.stringify(replies.find(({ id }) => id === 5));
  expect(answer).toContain('"answer":"42"');
  // `rostrum` may not be on the PATH.
  expect(answer).toMatch(/For people: \/\S+ \/\S+ show \w+/);
});

interface Reply {
  id: number;
  result?: { isError?: boolean; content: { text: string }[] };
}

/** Sends requests to `rostrum mcp`, and returns its replies. */
async function exchange(
  home: Home,
  requests: string[],
  flags: readonly string[] = [],
): Promise<Reply[]> {
  const stdin = new PassThrough();
  let stdout = "";
  const replies = (): Reply[] =>
    stdout
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Reply);
  const ended = runCliIn({ env: home.env(), cwd: home.folder }, ["mcp", ...flags], {
    stdin,
    stdout: writingTo((text) => (stdout += text)),
    stderr: writingTo(() => undefined),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  });
  const clientInfo = { name: "test", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  for (const request of requests) stdin.write(`${request}\n`);
  await expect.poll(() => replies().length, { timeout: 20_000 }).toBe(requests.length + 1);
  stdin.end();
  await ended;
  return replies();
}

test("mcp speaks over the streams that it is given, and ends when its input ends", async () => {
  using home = newHome();
  const stdin = new PassThrough();
  const replied = Promise.withResolvers<string>();
  let stderr = "";
  const ended = runCliIn({ env: home.env(), cwd: home.folder }, ["mcp"], {
    stdin,
    stdout: writingTo(replied.resolve),
    stderr: writingTo((text) => (stderr += text)),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  });
  const params = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  expect(JSON.parse(await replied.promise)).toMatchObject({
    id: 1,
    result: { serverInfo: { name: "rostrum" } },
  });
  stdin.end();
  expect(await ended).toBe(0);
  expect(stderr).toMatch(/^No models available: [^\n]+\n$/);
});
