/** How a process is named to others. */
export function describeProcess(host: string, pid: number): string {
  return `process ${pid} on ${host}`;
}

/** Callers that wait for a run that another process owns. */
export interface Waiters {
  /** Resolves when the run is released here, when `ms` have passed, or when the signal fires. */
  wait(id: string, ms: number, signal: AbortSignal | undefined): Promise<void>;
  wake(id: string): void;
  wakeAll(): void;
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();

  function wake(id: string): void {
    for (const go of waiting.get(id) ?? []) go();
  }

  return {
    wake,
    wakeAll: () => [...waiting.keys()].forEach(wake),
    wait(id, ms, signal) {
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
    },
  };
}
