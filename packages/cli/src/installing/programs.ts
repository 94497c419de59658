import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@rostrum/core/support";
import { addJsonEntry, removeJsonEntry, type JsonEntry } from "./json-text.ts";
import type { TextEdit } from "./text-edit.ts";
import { addTomlTable, readTomlTable, removeTomlTable } from "./toml-text.ts";

/** How a program starts our MCP server. */
export interface Launch {
  command: string;
  args: string[];
  /** Names of the environment variables by which rostrum reaches providers. Some programs pass on only the ones that are named. */
  variables: string[];
}

/** A program that our MCP server can be installed in. */
export interface AgentProgram {
  title: string;
  /** Path of the user's config, which applies to all projects. */
  file(): string;
  add(text: string, launch: Launch): TextEdit | null;
  /** Null when there is nothing to remove. */
  remove(text: string): string | null;
  /** Command or hint to check the installation. */
  next: string;
  /** Our plugin for this program, if the program has plugins. */
  plugin?: {
    /** True if it is installed and enabled: the tools of an entry would be there twice. */
    isEnabled(): boolean;
    /** Command that removes it. */
    remove: string;
  };
}

const SERVER_NAME = "rostrum";
/** With the name of the marketplace that it comes from. */
const PLUGIN_NAME = "rostrum@rostrum";

/** Edits a JSON config, with or without comments. */
function createJsonEdits(
  group: string,
  describe: (launch: Launch) => JsonEntry,
  empty?: JsonEntry,
): Pick<AgentProgram, "add" | "remove"> {
  return {
    add: (text, launch) => addJsonEntry(text, group, SERVER_NAME, describe(launch), empty),
    remove: (text) => removeJsonEntry(text, group, SERVER_NAME),
  };
}

/** Supported programs, each with the config format that it documents. */
export const AGENT_PROGRAMS: Readonly<Record<string, AgentProgram>> = {
  "claude-code": {
    title: "Claude Code",
    file: () => join(process.env["CLAUDE_CONFIG_DIR"] || homedir(), ".claude.json"),
    ...createJsonEdits("mcpServers", ({ command, args }) => ({
      type: "stdio",
      command,
      args,
      env: {},
    })),
    next: "claude mcp list",
    plugin: {
      isEnabled: () => {
        const folder = process.env["CLAUDE_CONFIG_DIR"] || join(homedir(), ".claude");
        const settings = parseJson(readIfAny(join(folder, "settings.json")));
        const { enabledPlugins } = Object(settings) as { enabledPlugins?: unknown };
        return (Object(enabledPlugins) as Record<string, unknown>)[PLUGIN_NAME] === true;
      },
      remove: `claude plugin uninstall ${PLUGIN_NAME}`,
    },
  },
  codex: {
    title: "Codex",
    file: findCodexConfig,
    // Codex passes only named variables to a server, and skips those that are not set.
    add: (text, { command, args, variables }) =>
      addTomlTable(text, "mcp_servers", SERVER_NAME, {
        command,
        args,
        env_vars: ["ROSTRUM_HOME", ...variables],
      }),
    remove: (text) => removeTomlTable(text, "mcp_servers", SERVER_NAME),
    next: "codex mcp list",
    plugin: {
      isEnabled: () => {
        const table = readTomlTable(readIfAny(findCodexConfig()), "plugins", PLUGIN_NAME);
        return /^[ \t]*enabled[ \t]*=[ \t]*true/m.test(table ?? "");
      },
      remove: `codex plugin remove ${PLUGIN_NAME}`,
    },
  },
  opencode: {
    title: "opencode",
    file: () => {
      const config = process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
      const [json, jsonc] = ["opencode.json", "opencode.jsonc"].map((name) =>
        join(config, "opencode", name),
      ) as [string, string];
      return existsSync(jsonc) && !existsSync(json) ? jsonc : json;
    },
    ...createJsonEdits(
      "mcp",
      ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
      { $schema: "https://opencode.ai/config.json" },
    ),
    next: "opencode mcp list",
  },
  "gemini-cli": {
    title: "Gemini CLI",
    file: () => join(homedir(), ".gemini", "settings.json"),
    ...createJsonEdits("mcpServers", ({ command, args, variables }) => {
      // Gemini CLI drops variables that look like keys, or like addresses with a password, unless they are named. One that
      // is named and not set would get its own name as a value.
      const env = variables
        .filter((name) => process.env[name])
        .map((name) => [name, `$${name}`] as const);
      return { command, args, ...(env.length === 0 ? {} : { env: Object.fromEntries(env) }) };
    }),
    next: "gemini mcp list",
  },
  cursor: {
    title: "Cursor",
    file: () => join(homedir(), ".cursor", "mcp.json"),
    ...createJsonEdits("mcpServers", ({ command, args }) => ({ command, args })),
    next: "restart Cursor, and look under its MCP servers",
  },
  vscode: {
    title: "VS Code",
    file: () => join(findVsCodeFolder(), "Code", "User", "mcp.json"),
    ...createJsonEdits("servers", ({ command, args }) => ({ type: "stdio", command, args })),
    next: 'run "MCP: List Servers" in VS Code',
  },
};

function findCodexConfig(): string {
  return join(process.env["CODEX_HOME"] || join(homedir(), ".codex"), "config.toml");
}

function readIfAny(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function findVsCodeFolder(): string {
  if (process.platform === "win32")
    return process.env["APPDATA"] || join(homedir(), "AppData", "Roaming");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
}
