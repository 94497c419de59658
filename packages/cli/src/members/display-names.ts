import type { DebateEvent, StartedEvent } from "@rostrum/core/protocol";
import { nameAfterModels } from "./name-members.ts";

/**
 * Replaces the default names of members (`debater_0`) by their models' names, for people to read. What is stored and
 * what programs read keeps the default names.
 */
export class DisplayNames {
  #names: ReadonlyMap<string, string> = new Map();

  /** Must see `debate.started` before the events that follow it. */
  rename<T extends DebateEvent>(event: T): T {
    if (event.type === "debate.started") this.#names = findNames(event);
    return this.#names.size === 0 ? event : (this.#replace(event) as T);
  }

  /** Renames members in a sentence, such as an error message. */
  renameText(text: string): string {
    return text.replaceAll(/\bdebater_\d+\b/g, (name) => this.#names.get(name) ?? name);
  }

  #replace(value: unknown): unknown {
    if (typeof value === "string") return this.#names.get(value) ?? value;
    if (Array.isArray(value)) return value.map((each) => this.#replace(each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, this.#replace(part)]),
    );
  }
}

/** Renames the members in a run's events. */
export function renameMembers<T extends DebateEvent>(events: readonly T[]): T[] {
  const names = new DisplayNames();
  return events.map((event) => names.rename(event));
}

function findNames({ panel }: StartedEvent): Map<string, string> {
  const isDefault = panel.map(({ name }, index) => name === `debater_${index}`);
  const names = nameAfterModels(
    panel.map(({ model }, index) => (isDefault[index] ? model : null)),
    panel.flatMap(({ name }, index) => (isDefault[index] ? [] : name)),
  );
  return new Map(
    panel.flatMap(({ name }, index) => {
      const displayName = names[index] ?? null;
      return displayName === null ? [] : [[name, displayName] as const];
    }),
  );
}
