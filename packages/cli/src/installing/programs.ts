import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { addJsonEntry, removeJsonEntry, type JsonEntry } from "./json-text.ts";
import type { TextEdit } from "./text-edit.ts";
import { addTomlTable, removeTomlTable } from "./toml-text.ts";

/** How a program starts our MCP server. */
export interface Launch {
  command: string;
  args: string[];
  /** Names of environment variables with keys. Some programs pass on only the ones that are named. */
  keys: string[];
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
}

const SERVER_NAME = "rostrum";

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
  },
  codex: {
    title: "Codex",
    file: () => join(process.env["CODEX_HOME"] || join(homedir(), ".codex"), "config.toml"),
    add: (text, { command, args, keys }) =>
      // Codex passes only named variables to a server.
      addTomlTable(text, "mcp_servers", SERVER_NAME, {
        command,
        args,
        ...(keys.length === 0 ? {} : { env_vars: keys }),
      }),
    remove: (text) => removeTomlTable(text, "mcp_servers", SERVER_NAME),
    next: "codex mcp list",
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
    ...createJsonEdits("mcpServers", ({ command, args, keys }) => ({
      command,
      args,
      // Gemini CLI drops variables that look like keys, unless they are named.
      ...(keys.length === 0
        ? {}
        : { env: Object.fromEntries(keys.map((key) => [key, `$${key}`])) }),
    })),
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

function findVsCodeFolder(): string {
  if (process.platform === "win32")
    return process.env["APPDATA"] || join(homedir(), "AppData", "Roaming");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config");
}
