import { spawn, spawnSync } from "node:child_process";
import { BIN, watch, type Home, type Running } from "./rostrum.ts";

const SCRIPT = "script";

/** `script` of util-linux gives a process a terminal; other systems have another program of that name. */
export const hasTerminal: boolean =
  spawnSync(SCRIPT, ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

export interface TerminalOptions {
  columns: number;
  rows?: number;
  env?: Record<string, string>;
}

/** Starts the program in a terminal of its own. Both streams come out of it as one, on stdout. */
export function inTerminal(
  home: Home,
  args: readonly string[],
  { columns, rows = 24, env = {} }: TerminalOptions,
): Running {
  const words = [process.execPath, BIN, ...args].map(
    (word) => `'${word.replaceAll("'", "'\\''")}'`,
  );
  const command = `stty cols ${columns} rows ${rows}; exec ${words.join(" ")}`;
  const child = spawn(SCRIPT, ["-qec", command, "/dev/null"], {
    cwd: home.folder,
    env: home.env({ TERM: "xterm-256color", SHELL: "/bin/sh", ...env }),
  });
  return watch(child);
}

/** What is left when our own drawing and colours are taken away. */
export function withoutOurs(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001b\[(?:\?25[hl]|\?2026[hl]|[JK]|\d+A|(?:1|2|22|3[1-6]|39)m)/g, "");
}
