import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { runCliIn } from "./support/own-surroundings.ts";
import { newHome } from "./support/home.ts";
import { writingTo } from "./support/rostrum.ts";

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
  expect(stderr).toBe("");
});
