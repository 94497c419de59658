import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import type { OutputStream } from "../../../packages/cli/src/io.ts";
import { runCliIn } from "./own-surroundings.ts";
import type { Home } from "./home.ts";
import { newPrinted } from "./printed.ts";
import { writingTo } from "./rostrum.ts";

export interface TerminalOptions {
  columns: number;
  rows?: number;
  env?: Record<string, string>;
}

export interface Terminal {
  /** Both streams come out of a terminal as one. */
  ended: Promise<{ code: number; screen: string }>;
  printed(text: string): Promise<void>;
  type(keys: string): void;
  signal(name: NodeJS.Signals): void;
}

/** Runs the command line in this process, on streams that say they are a terminal. */
export function inTerminal(
  home: Home,
  args: readonly string[],
  { columns, rows = 24, env = {} }: TerminalOptions,
): Terminal {
  const printed = newPrinted();
  const signals = new EventEmitter();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const output = (): OutputStream =>
    Object.assign(
      // As the terminal does it.
      writingTo((text) => printed.add(text.replaceAll("\n", "\r\n"))),
      { isTTY: true, columns, rows },
    );
  const ended = runCliIn(
    { env: home.env({ TERM: "xterm-256color", ...env }), cwd: home.folder },
    args,
    {
      stdin,
      stdout: output(),
      stderr: output(),
      signals: Object.assign(signals, { raise: () => undefined }),
    },
  ).then((code) => ({ code, screen: printed.all() }));
  return {
    ended,
    printed: (text) => printed.until(text, ended),
    type: (keys) => void stdin.write(keys),
    signal: (name) => void signals.emit(name, name),
  };
}

/** What is left when our own drawing and colours are taken away. */
export function withoutOurs(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001b\[(?:\?25[hl]|\?2026[hl]|[JK]|\d+A|(?:1|2|22|3[1-6]|39)m)/g, "");
}
