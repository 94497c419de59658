import { field, messageOf } from "../../thrown.ts";

/** Code of the user that only observes a run. */
export type Watcher = "onEvent" | "onStep" | "tracer" | "meter";

/**
 * Errors in code that only observes a run. They never end the run or change a reply: the first error of
 * each observer becomes a warning in the result, and the run continues.
 */
export class ObserverErrors {
  /** `null` while nothing was thrown. */
  #first: Map<Watcher, string> | null = null;

  /** Calls the observer and notes what it throws or rejects with. */
  guard<T>(watcher: Watcher, call: () => T): T | undefined {
    try {
      const returned = call();
      const then = field(returned, "then");
      if (typeof then === "function") {
        Promise.resolve(returned).catch((thrown: unknown) => this.#note(watcher, thrown));
      }
      return returned;
    } catch (thrown) {
      this.#note(watcher, thrown);
      return undefined;
    }
  }

  warnings(): string[] {
    return [...(this.#first ?? [])].map(
      ([watcher, words]) =>
        `\`${watcher}\` threw: ${words}. The debate continued without it, so it may have missed events, spans or measurements.`,
    );
  }

  #note(watcher: Watcher, thrown: unknown): void {
    this.#first ??= new Map();
    if (!this.#first.has(watcher)) this.#first.set(watcher, messageOf(thrown));
  }
}
