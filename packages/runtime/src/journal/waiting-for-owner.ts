import { AbortError } from "@rostrum/core/support";
import type { JournalRun, OpenOptions } from "@rostrum/core/protocol";
import { busyError } from "./faults.ts";

/** How a process is named to others. */
export function describeProcess(host: string, pid: number): string {
  return `process ${pid} on ${host}`;
}

/** Somebody else owns the run. */
interface OtherOwner {
  /** In words. */
  holder: string;
}

/** Callers that wait for a run that somebody else owns. */
export interface Waiters {
  /**
   * Tries to open a run until it is free. Looks again when it is released in this process, and from time to time, because
   * other processes release runs too.
   */
  openWhenFree(
    id: string,
    options: Pick<OpenOptions, "signal" | "patienceMs">,
    tryToOpen: () => Promise<JournalRun | OtherOwner>,
  ): Promise<JournalRun>;
  wake(id: string): void;
  wakeAll(): void;
}

const FIRST_LOOK_MS = 5;
const LAST_LOOK_MS = 250;

/** `elapsed`: milliseconds on a clock that only goes forward. */
export function createWaiters(elapsed: () => number = () => performance.now()): Waiters {
  const waiting = new Map<string, Set<() => void>>();

  function wake(id: string): void {
    for (const go of waiting.get(id) ?? []) go();
  }

  /** Resolves when the run is released here, when `ms` have passed, or when the signal fires. */
  function wait(id: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const otherWaiters = waiting.get(id) ?? new Set();
      waiting.set(id, otherWaiters);
      const timer = setTimeout(go, ms);
      signal?.addEventListener("abort", go, { once: true });
      otherWaiters.add(go);
      function go(): void {
        clearTimeout(timer);
        signal?.removeEventListener("abort", go);
        otherWaiters.delete(go);
        if (otherWaiters.size === 0 && waiting.get(id) === otherWaiters) waiting.delete(id);
        resolve();
      }
    });
  }

  return {
    wake,
    wakeAll: () => [...waiting.keys()].forEach(wake),
    async openWhenFree(id, { signal, patienceMs = Infinity }, tryToOpen) {
      const startedAt = elapsed();
      for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
        if (signal?.aborted) throw new AbortError(signal.reason);
        const opened = await tryToOpen();
        if ("stored" in opened) return opened;
        const remainingMs = patienceMs - (elapsed() - startedAt);
        if (remainingMs <= 0) throw busyError(id, opened.holder);
        await wait(id, Math.min(pause, remainingMs), signal);
      }
    },
  };
}
