import { writeFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { runCliIn } from "./support/own-surroundings.ts";
import { newHome, type Home } from "./support/home.ts";
import { writingTo } from "./support/rostrum.ts";

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
    expect(text).toContain("runs: ./evil.sh");
    expect(text).toContain("rostrum trust");
  }
});

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
