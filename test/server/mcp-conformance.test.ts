import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { memoryJournal } from "rostrum";
import { serve, type Serving } from "rostrum/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { says } from "./support/models.ts";
import { ownFolder } from "./support/process.ts";

const run = promisify(execFile);
const MANIFEST = fileURLToPath(new URL("./conformance", import.meta.url));
const FOLDER = fileURLToPath(new URL("../../.cache/mcp-conformance", import.meta.url));
const TOOL = join(FOLDER, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** The others call tools, prompts and resources that only a made-up server has. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** It is large and wanted here alone, so it is fetched when it is first needed. */
async function installed(): Promise<boolean> {
  if (existsSync(TOOL)) return true;
  cpSync(MANIFEST, FOLDER, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await run(npm, ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER }).catch(() => undefined);
  return existsSync(TOOL);
}

describe("MCP's conformance scenarios", () => {
  let serving: Serving;
  let there = false;

  beforeAll(async () => {
    there = await installed();
    const panels = { two: { debaters: [says("1"), says("1")] } };
    serving = await serve({ port: 0, journal: memoryJournal(), panels });
  });
  afterAll(() => serving.close());

  test.for(SCENARIOS)("%s", async (scenario, { skip }) => {
    if (!there) skip("@modelcontextprotocol/conformance can't be installed here");
    const { stdout } = await run(
      process.execPath,
      [TOOL, "server", "--url", `http://localhost:${serving.port}/mcp`, "--scenario", scenario],
      { cwd: ownFolder() },
    );
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
