import type { ChildProcess } from "node:child_process";
import { nodeModule } from "../../node-builtins.ts";

/** Running programs, so that none outlives this process if possible. */
const running = new Set<ChildProcess>();

/**
 * Signals of a terminal don't reach the programs' own groups. Without a listener, these signals would end this
 * process and leave the programs running.
 */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Ends a program together with this process, until the returned function is called. */
export function endWithProcess(child: ChildProcess): () => void {
  if (running.size === 0) {
    process.once("exit", killAll);
    for (const name of SIGNALS) process.prependListener(name, onSignal);
  }
  running.add(child);
  return () => {
    if (running.delete(child) && running.size === 0) stopListening();
  };
}

function killAll(): void {
  for (const child of running) killGroup(child, "SIGKILL");
}

function stopListening(): void {
  process.removeListener("exit", killAll);
  for (const name of SIGNALS) process.removeListener(name, onSignal);
}

/**
 * If the host listens too, it decides what a signal means. This listener is the first, so that `once` listeners still
 * count.
 */
function onSignal(name: NodeJS.Signals): void {
  if (process.listenerCount(name) > 1) return;
  killAll();
  stopListening();
  // Windows can't send itself SIGHUP, which it gets when its window is closed.
  process.kill(process.pid, process.platform === "win32" ? "SIGTERM" : name);
}

/** Ends the whole group: a program's children belong to it unless they left on purpose. */
export function killGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") {
      if (child.exitCode !== null) return;
      const { spawn } = nodeModule("node:child_process", "a command: model");
      const ending = spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
      // Without taskkill, at least the program itself ends.
      ending.on("error", () => child.kill());
    } else {
      process.kill(-pid, signal);
    }
  } catch {
    // The group has already ended.
  }
}
