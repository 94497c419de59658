import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { memoryJournal } from "rostrum";
import { serve, type Serving } from "rostrum/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPrivately } from "../support/install-privately.ts";
import { says } from "../server/support/models.ts";
import { ownFolder } from "../server/support/process.ts";

const run = promisify(execFile);
const TOOL = "@modelcontextprotocol/conformance/dist/index.js";

/** The others call tools, prompts and resources that only a made-up server has. */
const SCENARIOS = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

describe("MCP's conformance scenarios", () => {
  let serving: Serving;
  let folder: string | null = null;

  beforeAll(async () => {
    folder = await installPrivately(new URL("./conformance", import.meta.url), TOOL);
    const panels = { two: { debaters: [says("1"), says("1")] } };
    serving = await serve({ port: 0, journal: memoryJournal(), panels });
  });
  afterAll(() => serving.close());

  test.for(SCENARIOS)("%s", async (scenario, { skip }) => {
    if (folder === null) return skip("@modelcontextprotocol/conformance can't be installed here");
    const { stdout } = await run(
      process.execPath,
      [
        join(folder, "node_modules", TOOL),
        "server",
        "--url",
        `http://localhost:${serving.port}/mcp`,
        "--scenario",
        scenario,
      ],
      { cwd: ownFolder() },
    );
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
