import { once } from "node:events";
import type { Readable, Writable } from "node:stream";

export interface InputStream extends Readable {
  isTTY?: boolean;
  /** Descriptor of the process's standard input. */
  fd?: number;
}

export interface OutputStream extends Writable {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** Streams and signals of a command: those of the process, or of a test. */
export interface CliIo {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly signals: ProcessSignals;
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

/** Handles signals that end a process, such as Ctrl-C: the first one stops cleanly, the second one at once. */
export interface Interrupts extends Disposable {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Waits for the first signal, which may have come already. */
  wait(): Promise<void>;
}

export interface ProcessSignals {
  on(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown;
  off(name: NodeJS.Signals, listener: (name: NodeJS.Signals) => void): unknown;
  /** Ends the process with the signal's default action, so that the shell sees which signal ended it. */
  raise(name: NodeJS.Signals): unknown;
}

export const processSignals: ProcessSignals = {
  on: (name, listener) => process.on(name, listener),
  off: (name, listener) => process.off(name, listener),
  // Windows can't send itself a SIGHUP, which it gets when its window is closed.
  raise: (name) => process.kill(process.pid, process.platform === "win32" ? "SIGTERM" : name),
};

const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** `except` lists signals that have another meaning for the command. */
export function catchInterrupts(
  signals: ProcessSignals,
  onFirst: (name: NodeJS.Signals) => void,
  except: readonly NodeJS.Signals[] = [],
): Interrupts {
  const ending = SIGNALS.filter((name) => !except.includes(name));
  const controller = new AbortController();
  function dispose(): void {
    for (const name of ending) signals.off(name, handleSignal);
  }
  function handleSignal(name: NodeJS.Signals): void {
    if (controller.signal.aborted) {
      dispose();
      signals.raise(name);
      return;
    }
    onFirst(name);
    controller.abort(new Error(`stopped by ${name}`));
  }
  for (const name of ending) signals.on(name, handleSignal);
  const { signal } = controller;
  const wait = async (): Promise<void> => {
    if (!signal.aborted) await once(signal, "abort");
  };
  return { signal, wait, [Symbol.dispose]: dispose };
}

/** Listens to a signal until disposed. */
export function onSignal(
  signals: ProcessSignals,
  name: NodeJS.Signals,
  listener: () => void,
): Disposable {
  signals.on(name, listener);
  return { [Symbol.dispose]: () => void signals.off(name, listener) };
}
