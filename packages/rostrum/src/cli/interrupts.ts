/** Ctrl-C and its kin, once to stop in order, twice to stop at once. */
export interface Interrupts {
  /** Fires at the first of them. */
  readonly signal: AbortSignal;
  /** Gives the signals back. */
  dispose(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function catchInterrupts(onFirst: (name: NodeJS.Signals) => void): Interrupts {
  const controller = new AbortController();
  function dispose(): void {
    for (const name of SIGNALS) process.off(name, caught);
  }
  function caught(name: NodeJS.Signals): void {
    if (controller.signal.aborted) {
      dispose();
      // The shell sees that a signal ended it.
      process.kill(process.pid, name);
      return;
    }
    onFirst(name);
    controller.abort(new Error(`stopped by ${name}`));
  }
  for (const name of SIGNALS) process.on(name, caught);
  return { signal: controller.signal, dispose };
}
