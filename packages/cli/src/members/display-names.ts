import { nameMembers, nameUnnamed } from "@rostrum/core/export";
import type { DebateEvent } from "@rostrum/core/protocol";

/**
 * Replaces the default names of members (`debater_0`) by their models' names, for people to read. What is stored and
 * what programs read keeps the default names.
 */
export class DisplayNames {
  #names: ReadonlyMap<string, string> = new Map();

  /** Must see `debate.started` before the events that follow it. */
  rename<T extends DebateEvent>(event: T): T {
    if (event.type === "debate.started") this.#names = nameUnnamed(event.panel);
    return nameMembers(event, this.#names);
  }

  /** Renames members in a sentence, such as an error message. */
  renameText(text: string): string {
    return nameMembers({ message: text }, this.#names).message;
  }
}

/** Renames the members in a run's events. */
export function renameMembers<T extends DebateEvent>(events: readonly T[]): T[] {
  const names = new DisplayNames();
  return events.map((event) => names.rename(event));
}
