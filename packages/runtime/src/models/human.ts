import { ConfigError } from "@rostrum/core/support";
import type { ModelPort } from "@rostrum/core/protocol";

const PREFIX = "human:";
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;

export function isHumanId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/**
 * A person on the panel: a model whose steps wait for `panel.speak(id, name, text)`. As data it is the text
 * `human:<name>`.
 */
export function human({ name }: { name: string }): string {
  const id = `${PREFIX}${name}`;
  humanFromId(id, "human.name");
  return id;
}

/** A person's words are free and take any time: no timeout, no retries, no call. */
export function humanFromId(id: string, field: string): ModelPort {
  const person = id.slice(PREFIX.length).trim();
  if (!NAME.test(person)) {
    throw new ConfigError(
      field,
      `expected "human:<name>" with a name of up to 64 letters, digits, spaces or . _ -, got "${id}"`,
    );
  }
  return {
    source: "human",
    id: PREFIX + person,
    person,
    pricing: () => 0,
    // Only a run can wait for a person. Other code that calls models can't.
    generate() {
      throw new ConfigError(
        field,
        `expected a model that can be called, got a person: ${person} can debate or judge in a run, and nothing else`,
      );
    },
  };
}
