import { expect, test } from "vitest";
import { Debate, type DebateConfig, type ModelFunction } from "../index.ts";
import type { StoredEvent } from "../protocol/events.ts";
import { fold } from "./fold.ts";
import { namesBehind } from "./peer-labels.ts";

const NAMES = ["ada", "boole", "curie", "darwin", "euler"];

/** What each reader was shown under each label. */
async function held(config: Partial<DebateConfig>) {
  const shown = new Map<string, string>();
  const noting =
    (reader: string): ModelFunction =>
    ({ messages }) => {
      const text = messages.map(({ content }) => content).join("\n");
      for (const [, label = "", name = ""] of text.matchAll(
        /(Debater [A-Z]+|\b[a-z]+)\]\]\nI am (\w+)\./g,
      ))
        shown.set(`${reader} ${label}`, name);
      return `I am ${reader}.\n\nAnswer: ${reader}`;
    };
  const panel = new Debate({
    debaters: NAMES.map((name) => ({ name, model: noting(name) })),
    judge: { name: "chair", model: noting("judge") },
    answer: "exact",
    rounds: 2,
    stop: "never",
    ...config,
  });
  const events: StoredEvent[] = [];
  for await (const event of panel.stream("Who are you?"))
    if (event.type !== "debate.delta") events.push(event);
  return { shown, started: fold(events).started };
}

test("a label leads to the debater that a reader, or the judge, knew by that label", async () => {
  const { shown, started } = await held({});
  const readers = [...NAMES, null];
  for (const reader of readers) {
    const names = namesBehind(started, reader);
    expect(names.size).toBe(reader === null ? 5 : 4);
    for (const [label, name] of names)
      expect(shown.get(`${reader ?? "judge"} ${label}`)).toBe(name);
  }
  expect(namesBehind(started, "nobody").size).toBe(0);
});

test("debaters that know one another by name have no labels, and neither does an old run", async () => {
  const { shown, started } = await held({ anonymous: false });
  expect(shown.get("ada boole")).toBe("boole");
  expect(namesBehind(started, "ada").size).toBe(0);
  expect(namesBehind(null, null).size).toBe(0);
});
