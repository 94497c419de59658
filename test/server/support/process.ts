import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { program } from "../../support/programs.ts";

const CONFIG = fileURLToPath(new URL("./config.ts", import.meta.url));

export interface Running {
  url: string;
  child: ChildProcess;
  /** What it has said beside its address. */
  said(): string;
  /** Ends it with a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** A folder of this test alone. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `rostrum` as a process of its own, with the test panels. It ends with the test. */
export function rostrum(
  place: string | { folder: string; env: Record<string, string> },
  ...args: string[]
): ChildProcess {
  const { folder, env } = typeof place === "string" ? { folder: place, env: {} } : place;
  const child = spawn(process.execPath, [program("rostrum"), ...args], {
    env: { PATH: process.env["PATH"], ROSTRUM_HOME: folder, NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
    cwd: folder,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** `rostrum serve` on a free port, once it says where it is. */
export async function serving(folder: string, ...args: string[]): Promise<Running> {
  const child = rostrum(folder, "serve", "--port", "0", "--config", CONFIG, ...args);
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`it ended: ${words}`)));
  ended.catch(() => undefined);
  const [url] = (await Promise.race([
    once(createInterface({ input: child.stdout! }), "line"),
    ended,
  ])) as [string];
  return {
    url,
    child,
    said: () => words,
    async end(signal) {
      const exit = once(child, "exit");
      child.kill(signal);
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}
