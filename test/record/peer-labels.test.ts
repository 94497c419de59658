import { expect, test } from "vitest";
import { Debate } from "../../packages/runtime/src/api/debate.ts";
import type { DebateConfig } from "../../packages/core/src/protocol/options.ts";
import type { ModelFunction } from "../../packages/core/src/protocol/model.ts";
import type { StoredEvent } from "../../packages/core/src/protocol/events.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { mapLabelsToNames } from "../../packages/core/src/record/peer-labels.ts";

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

test("a label means the same debater to every reader, the judge included", async () => {
  const { shown, started } = await held({});
  const names = mapLabelsToNames(started);
  expect([...names.values()].toSorted()).toEqual(NAMES);
  for (const [label, name] of names) {
    for (const reader of [...NAMES, "judge"])
      expect(shown.get(`${reader} ${label}`)).toBe(reader === name ? undefined : name);
  }
});

test("debaters that know one another by name have no labels, and neither has a run without a start", async () => {
  const { shown, started } = await held({ anonymous: false });
  expect(shown.get("ada boole")).toBe("boole");
  expect(mapLabelsToNames(started).size).toBe(0);
  expect(mapLabelsToNames(null).size).toBe(0);
});
