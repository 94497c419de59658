import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { installPrivately } from "../support/install-privately.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const run = promisify(execFile);

/** What each program itself says about its servers. Codex lists them without starting them. */
const AGENTS: [program: string, command: string, listed: RegExp][] = [
  ["claude-code", "claude", /rostrum: .*rostrum\.mjs mcp - .*Connected/],
  ["codex", "codex", /rostrum .*rostrum\.mjs mcp .*enabled/],
  ["opencode", "opencode", /rostrum .*connected/s],
  // It starts servers in folders that a person has trusted only.
  ["gemini-cli", "gemini", /rostrum: .*rostrum\.mjs mcp \(stdio\)/],
];

async function listServers(folder: string, command: string, home: Home): Promise<string> {
  const file = join(folder, "node_modules/.bin", command);
  const env = { ...home.env(), TERM: "dumb", NO_COLOR: "1", DISABLE_AUTOUPDATER: "1" };
  const options = { cwd: home.folder, env, timeout: 90_000 };
  const { stdout, stderr } = await run(file, ["mcp", "list"], options).catch((error: unknown) =>
    Object(error),
  );
  return `${stdout}${stderr}`;
}

describe("each coding agent itself lists our server after one command, and not after the other", () => {
  let folder: string | null = null;
  beforeAll(async () => {
    const manifest = new URL("./coding-agents", import.meta.url);
    folder = await installPrivately(manifest, "@openai/codex/package.json", "install");
  }, 600_000);

  test.for(AGENTS)("%s", { timeout: 200_000 }, async ([program, command, listed], { skip }) => {
    if (folder === null) return skip("the coding agents can't be installed here");
    using home = newHome();
    await rostrum(home, ["install", program, "--yes"]);
    expect(await listServers(folder, command, home)).toMatch(listed);
    await rostrum(home, ["uninstall", program, "--yes"]);
    expect(await listServers(folder, command, home)).not.toMatch(listed);
  });
});
