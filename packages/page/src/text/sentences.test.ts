import fc from "fast-check";
import { expect, test } from "vitest";
import { findFirstSentence, findSentenceEnd } from "./sentences.ts";

const cut = (text: string, maxChars: number): string =>
  text.slice(0, findSentenceEnd(text, maxChars));

test("a long text is cut at the end of a sentence, and never in code", () => {
  expect(cut("Stay. Move later, when it hurts.", 12)).toBe("Stay.");
  expect(cut("Use `a. B` here. Then stop. And so on.", 20)).toBe("Use `a. B` here.");
  expect(cut("Version 1.2 is old. Use 2.0.", 20)).toBe("Version 1.2 is old.");
  expect(cut("No end in sight here", 10)).toBe("");
  expect(cut("It fits", 10)).toBe("It fits");
});

test("a first sentence may be too short to say anything", () => {
  const text = "No. It leaks on every request. Fix it.";
  expect(text.slice(0, findFirstSentence(text, 20, 100))).toBe("No. It leaks on every request.");
  expect(findFirstSentence("It leaks.", 5, 100)).toBe(0);
});

test("the cut is never longer than allowed", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 40 }), (text, max) => {
      expect(cut(text, max).length).toBeLessThanOrEqual(max);
    }),
  );
});
