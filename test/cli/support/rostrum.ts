import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(
  new URL("../../../packages/rostrum/src/cli/bin.ts", import.meta.url),
);
export const PANELS = fileURLToPath(new URL("./panels.config.ts", import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<Ended>;
  /** Resolves when a piece of text has come out of stdout. */
  printed(text: string): Promise<void>;
}

/** A folder of its own for each test: nothing of the person who runs the tests is read or written. */
export interface Home extends Disposable {
  folder: string;
  file(name: string): string;
  env(extra?: Record<string, string>): Record<string, string>;
}

export function newHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-cli-"));
  return {
    folder,
    file: (name) => join(folder, name),
    env: (extra = {}) => ({
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      ROSTRUM_HOME: folder,
      ...extra,
    }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface StartOptions {
  env?: Record<string, string>;
  /** Written to standard input, which is then closed. */
  input?: string;
  /** Other arguments for node, before the program. */
  node?: string[];
}

/** Starts the program as a process of its own. */
export function start(home: Home, args: readonly string[], options: StartOptions = {}): Running {
  const child = spawn(process.execPath, [...(options.node ?? []), BIN, ...args], {
    cwd: home.folder,
    env: home.env(options.env),
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  return watch(child);
}

export function watch(child: ChildProcessWithoutNullStreams): Running {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return {
    child,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!stdout.includes(text)) return;
          child.stdout.off("data", look);
          resolve();
        };
        child.stdout.on("data", look);
        look();
        void ended.then(({ stderr: said }) =>
          reject(new Error(`it ended without "${text}": ${said}`)),
        );
      }),
  };
}

/** Runs the program to its end. */
export function rostrum(
  home: Home,
  args: readonly string[],
  options: StartOptions = {},
): Promise<Ended> {
  return start(home, args, options).ended;
}

/** Arguments for a panel of the test's config. */
export function asking(panel: string, ...rest: string[]): string[] {
  return ["ask", "--config", PANELS, "--panel", panel, ...rest];
}
