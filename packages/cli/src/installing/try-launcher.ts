import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { listProviderVariables } from "@rostrum/runtime/registry";
import { toOneLine } from "@rostrum/core/support";
import { findLastingNode, getLauncherPath } from "./launcher.ts";

const TIMEOUT_MS = 60_000;

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "rostrum setup", version: "1" },
  },
};

/**
 * Starts the MCP server through the launcher, as coding agents do, and waits for its first reply. Returns what went
 * wrong, or null. Reads no config, sends no key anywhere, and leaves nothing behind.
 */
export async function tryLauncher(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-setup-"));
  const variables = new Set(listProviderVariables());
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !variables.has(name)),
  );
  const child = spawn(
    findLastingNode(),
    [getLauncherPath(), "mcp", "--journal", join(folder, "journal.db")],
    { cwd: folder, env, timeout: TIMEOUT_MS, windowsHide: true },
  );
  try {
    const exit = new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", () => resolve());
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${JSON.stringify(INITIALIZE)}\n`);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    if (stdout.includes('"serverInfo"')) return null;
    return findReason(stderr) ?? "it ended without a reply";
  } catch (error) {
    return toOneLine(String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The line of a crash that names the error; else the last line. */
function findReason(stderr: string): string | null {
  const lines = stderr
    .split("\n")
    .map(toOneLine)
    .filter((line) => line.trim() !== "");
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? null;
}
