import type { CliIo, OutputStream } from "../io.ts";
import { createStyle, wantsColor, type Style } from "./style.ts";

/** Prints the answer to stdout and everything else to stderr. */
export interface Output {
  /** Writes to stdout. */
  print(text: string): void;
  /** Writes a line to stderr. */
  say(line: string): void;
  readonly style: Style;
  readonly stdoutStyle: Style;
  /** Aborts when stdout can't be written any more: it has no reader, or its disk is full. */
  readonly closed: AbortSignal;
  /** Why stdout could not be written. Null if its reader simply left. */
  readonly stdoutError: Error | null;
  /** Underlying streams, for drawing and for prompts. */
  readonly io: CliIo;
  flush(): Promise<void>;
}

export function createOutput(io: CliIo): Output {
  const { stdout, stderr } = io;
  const { env } = process;
  const stdoutClosed = new AbortController();
  let isStderrClosed = false;
  let stdoutError: Error | null = null;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") stdoutError ??= error;
    stdoutClosed.abort();
  });
  // If nobody reads stderr, the answer is still printed.
  stderr.on("error", () => (isStderrClosed = true));
  return {
    print: (text) => void (stdoutClosed.signal.aborted || stdout.write(text)),
    say: (line) => void (isStderrClosed || stderr.write(`${line}\n`)),
    style: createStyle(wantsColor(stderr, env)),
    stdoutStyle: createStyle(wantsColor(stdout, env)),
    closed: stdoutClosed.signal,
    get stdoutError() {
      return stdoutError;
    },
    io,
    flush: async () => {
      await Promise.all([drain(stdout), drain(stderr)]);
      // An error of the last write is emitted after the write.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Pipes are written asynchronously, so exiting early would cut the output off. */
function drain(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableEnded || stream.destroyed || stream.writableLength === 0) resolve();
    else stream.write("", () => resolve());
  });
}
