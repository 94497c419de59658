import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/lib/root.ts";
import { installPrivately } from "../support/install-privately.ts";
import { newHome, type Home } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";

const run = promisify(execFile);

/** What each program itself says about its servers. Codex lists them without starting them. */
const AGENTS: [program: string, command: string, listed: RegExp][] = [
  ["claude-code", "claude", /rostrum: .*rostrum\.mjs mcp - .*Connected/],
  ["codex", "codex", /rostrum .*rostrum\.mjs mcp .*enabled/],
  ["opencode", "opencode", /rostrum .*connected/s],
  // It starts servers in folders that a person has trusted only.
  ["gemini-cli", "gemini", /rostrum: .*rostrum\.mjs mcp \(stdio\)/],
];

/** Runs one of the programs in a home of its own, and returns everything that it prints. */
async function runAgent(
  folder: string,
  home: Home,
  line: string,
  cwd = home.folder,
): Promise<string> {
  const [command = "", ...args] = line.split(" ");
  const file = join(folder, "node_modules/.bin", command);
  const env = { ...home.env(), TERM: "dumb", NO_COLOR: "1", DISABLE_AUTOUPDATER: "1" };
  const options = { cwd, env, timeout: 90_000 };
  const { stdout, stderr } = await run(file, args, options).catch((error: unknown) =>
    Object(error),
  );
  return `${stdout}${stderr}`;
}

let folder: string | null = null;
beforeAll(async () => {
  const manifest = new URL("./coding-agents", import.meta.url);
  folder = await installPrivately(manifest, "skills/package.json", "install");
}, 600_000);

describe("each coding agent itself lists our server after one command, and not after the other", () => {
  test.for(AGENTS)("%s", { timeout: 200_000 }, async ([program, command, listed], { skip }) => {
    if (folder === null) return skip("the coding agents can't be installed here");
    using home = newHome();
    await rostrum(home, ["install", program, "--yes"]);
    expect(await runAgent(folder, home, `${command} mcp list`)).toMatch(listed);
    await rostrum(home, ["uninstall", program, "--yes"]);
    expect(await runAgent(folder, home, `${command} mcp list`)).not.toMatch(listed);
  });
});

/** What a person types in a clone to install the plugin or the skill, and what the program says at last. */
const PLUGINS: [what: string, lines: string[], said: RegExp][] = [
  [
    "the marketplace is valid for Claude Code",
    [`claude plugin validate --strict ${ROOT}`],
    /passed/,
  ],
  [
    "the plugin is valid for Claude Code, and for its directory",
    [`claude plugin validate --profile directory ${join(ROOT, "plugins/rostrum")}`],
    /skills: rostrum:rostrum[^]*commands: rostrum:ask[^]*plan[^]*review[^]*setup[^]*Validation passed/,
  ],
  [
    "Claude Code installs the plugin, and its server starts",
    [
      "claude plugin marketplace add ./",
      "claude plugin install rostrum@rostrum",
      "claude mcp list",
    ],
    /plugin:rostrum:rostrum: .*Connected/,
  ],
  [
    "Codex installs the plugin with its server",
    ["codex plugin marketplace add ./", "codex plugin add rostrum@rostrum", "codex mcp list"],
    /rostrum +node .*OPENAI_API_KEY.*enabled/,
  ],
  ["skills finds the skill", ["skills add . --list"], /Found 1 skill[^]*rostrum/],
];

describe("the plugin and the skill of this repository", () => {
  test.for(PLUGINS)("%s", { timeout: 200_000 }, async ([, lines, said], { skip }) => {
    if (folder === null) return skip("the coding agents can't be installed here");
    using home = newHome();
    await rostrum(home, ["setup"]);
    let last = "";
    for (const line of lines) last = await runAgent(folder, home, line, ROOT);
    expect(last).toMatch(said);
  });
});
