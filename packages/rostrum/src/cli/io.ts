import type { Readable, Writable } from "node:stream";
import { processSignals, type Signals } from "./interrupts.ts";

export interface InputStream extends Readable {
  isTTY?: boolean;
}

export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** What a command reads, writes and listens to: the process's own streams, or those of a test. */
export interface CliIo {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signals: Signals;
  /** Environment variables. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start at. Default: that of the process. */
  readonly cwd?: string;
}

export function processIo(): CliIo {
  const { stdout, stderr } = process;
  return {
    // Opened on first use, because most commands don't read it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    signals: processSignals,
  };
}
