import fc from "fast-check";
import { expect, it } from "vitest";
import type { DebateEvent, DeltaEvent } from "../protocol/events.ts";
import { followTexts, formatLiveKey } from "./live-texts.ts";

const piece = (source: string, text: string, at = 0): DeltaEvent =>
  ({ type: "debate.delta", at, round: 0, source, text }) as DeltaEvent;

it("pieces in any order of speakers add up to what each one wrote", () => {
  const pieces = fc.array(fc.tuple(fc.constantFrom("a", "b", "the a"), fc.string()));
  fc.assert(
    fc.property(pieces, (said) => {
      const texts = new Map<string, DeltaEvent>();
      for (const [source, text] of said) followTexts(texts, piece(source, text));
      for (const [key, { source, text }] of texts) {
        const own = said.filter(([who]) => who === source).map(([, words]) => words);
        expect([key, text]).toEqual([formatLiveKey(0, source), own.join("")]);
      }
      expect(texts.size).toBe(new Set(said.map(([source]) => source)).size);
    }),
  );
});

it("a text leaves once it has been said in full, and its moment is that of its first piece", () => {
  const texts = new Map<string, DeltaEvent>();
  followTexts(texts, piece("a", "one", 1));
  followTexts(texts, piece("a", " two", 2));
  followTexts(texts, piece("b", "three", 3));
  expect([...texts.values()]).toEqual([piece("a", "one two", 1), piece("b", "three", 3)]);
  followTexts(texts, {
    type: "debate.debater_failed",
    round: 0,
    debater: "a",
  } as DebateEvent);
  expect([...texts.keys()]).toEqual([formatLiveKey(0, "b")]);
  followTexts(texts, { type: "debate.completed" } as DebateEvent);
  expect(texts.size).toBe(0);
});
