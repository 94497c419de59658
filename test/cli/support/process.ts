import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { program } from "../../support/programs.ts";
import type { Home } from "./home.ts";
import { newPrinted } from "./printed.ts";
import type { Ended, RunOptions } from "./rostrum.ts";
import type { TerminalOptions } from "./terminal.ts";

export interface EndedProcess extends Ended {
  signal: NodeJS.Signals | null;
}

export interface Running {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<EndedProcess>;
  /** Resolves when a piece of text has come out of stdout. */
  printed(text: string): Promise<void>;
}

/** Starts the command line as a process of its own. Arguments for Node come before the program. */
export function startProcess(
  home: Home,
  args: readonly string[],
  options: Omit<RunOptions, "input"> & { input?: string | Uint8Array; node?: string[] } = {},
): Running {
  const child = spawn(process.execPath, [...(options.node ?? []), program("rostrum"), ...args], {
    cwd: home.folder,
    env: home.env(options.env),
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  return watchProcess(child);
}

export function watchProcess(child: ChildProcessWithoutNullStreams): Running {
  const stdout = newPrinted();
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.add(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<EndedProcess>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout: stdout.all(), stderr }));
  });
  return { child, ended, printed: (text) => stdout.until(text, ended) };
}

const SCRIPT = "script";

/** `script` of util-linux gives a process a terminal; other systems have another program of that name. */
export const hasTerminal: boolean =
  spawnSync(SCRIPT, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

/** Starts it in a terminal of its own. Both streams come out of that as one, on stdout. */
export function startInTerminal(
  home: Home,
  args: readonly string[],
  { columns, rows = 24, env = {} }: TerminalOptions,
): Running {
  const words = [process.execPath, program("rostrum"), ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const command = `stty cols ${columns} rows ${rows}; exec ${words.join(" ")}`;
  const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], {
    cwd: home.folder,
    env: home.env({ TERM: "xterm-256color", SHELL: "/bin/sh", ...env }),
  });
  return watchProcess(child);
}
