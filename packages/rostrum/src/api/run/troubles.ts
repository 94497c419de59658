import { field, messageOf } from "../../thrown.ts";

/** Code of the caller's that only watches a run. */
export type Watcher = "onEvent" | "tracer" | "meter";

/**
 * What went wrong in code that only watches a run. It never ends the run or changes a reply: the first
 * trouble of each watcher becomes a warning of the result, and the run goes on.
 */
export interface Troubles {
  /** Calls the watcher; what it throws, now or later, is noted. */
  guard<T>(watcher: Watcher, call: () => T): T | undefined;
  warnings(): string[];
}

export function createTroubles(): Troubles {
  const first = new Map<Watcher, string>();

  function note(watcher: Watcher, thrown: unknown): void {
    if (!first.has(watcher)) first.set(watcher, messageOf(thrown));
  }

  return {
    guard(watcher, call) {
      try {
        const returned = call();
        const then = field(returned, "then");
        if (typeof then === "function") {
          Promise.resolve(returned).catch((thrown: unknown) => note(watcher, thrown));
        }
        return returned;
      } catch (thrown) {
        note(watcher, thrown);
        return undefined;
      }
    },
    warnings: () =>
      [...first].map(
        ([watcher, words]) =>
          `\`${watcher}\` threw: ${words}. The debate went on without it; events, spans or measurements may be missing there.`,
      ),
  };
}
