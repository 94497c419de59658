// Loaded by every Node, however old, so in syntax that all of them can parse.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { packageFile } from "@rostrum/runtime/package";

/** Set for the child, so that a bundled Node that is too old itself doesn't start another one. */
const IS_CHILD = "ROSTRUM_ON_BUNDLED_NODE";

/**
 * Runs this command with the Node that `npm ci` brought into the clone which rostrum was built in. Returns false if there
 * is none: rostrum came from a registry, or the clone is gone.
 */
export function runOnBundledNode(): boolean {
  const node = findBundledNode();
  if (isOnBundledNode() || node === null) return false;
  const child = spawn(node, process.argv.slice(1), {
    // Nothing is sent on the channel: it tells the child when this process is gone, see `endWithWrapper`.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [IS_CHILD]: "1" },
  });
  // A terminal sends Ctrl-C to both processes; everything else is sent to this one alone.
  process.on("SIGINT", () => undefined);
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void child.kill(signal));
  }
  child.on("error", (error) => {
    process.stderr.write(`rostrum could not start ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    // Dies of the same signal, after handlers of ours no longer catch it.
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exitCode = code ?? 1;
  });
  return true;
}

/** True if this process runs on the clone's Node because the user's is too old. */
export function isOnBundledNode(): boolean {
  return process.env[IS_CHILD] === "1";
}

/**
 * Ends this process, as SIGTERM does, when the one that started it on the clone's Node is killed: a server would otherwise keep
 * its port, under an id that nobody knows.
 */
export function endWithWrapper(): void {
  if (!isOnBundledNode()) return;
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening keeps a process alive that has nothing else to do.
  process.channel?.unref();
}

/** The Node of the clone, whose packages are two folders above the package. */
function findBundledNode(): string | null {
  try {
    const node = fileURLToPath(packageFile("../../node_modules/.bin/node"));
    return existsSync(node) ? node : null;
  } catch {
    // The oldest Nodes lack what finding a file needs.
    return null;
  }
}
