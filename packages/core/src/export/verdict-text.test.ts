import fc from "fast-check";
import { expect, test } from "vitest";
import type { PartialResult } from "../protocol/result.ts";
import { formatReasons, formatVerdictText } from "./verdict-text.ts";

const said = (text: string, reasoning = "", answer: unknown = null): string =>
  formatVerdictText({ text, reasoning, answer } as PartialResult);

test.each([
  ["I thought.\nAnswer: 42\nConfidence: 0.9", "I thought.\n\n42"],
  ["Answer: 42", "42"],
  ["Answer: 42\nConfidence: 0.9", "42"],
  ["**Final answer:** Lima\n**Confidence:** 0.9", "Lima"],
  ["It is Lima.\n\nAnswer: Lima\nConfidence: 1\nReason for change: I looked again.", "It is Lima."],
  ["Two lines.\nAnswer: first\nsecond\nConfidence: 0.5", "Two lines.\n\nfirst\nsecond"],
  ["Just prose, with the answer: Lima.", "Just prose, with the answer: Lima."],
  ["# Title\n\nA memo.", "# Title\n\nA memo."],
])("%j reads as %j", (text, shown) => {
  expect(said(text)).toBe(shown);
});

test("a reply in JSON is told in words", () => {
  const text = '{"reasoning":"Well known.","answer":"Lima","confidence":0.9}';
  expect(said(text, "Well known.", "Lima")).toBe("Well known.\n\nLima");
});

test("no verdict ends in the lines that the panel's format asks for", () => {
  const line = fc.string({ unit: "grapheme-ascii" }).map((text) => text.replaceAll(/[\n:]/g, " "));
  const sentence = fc.stringMatching(/^\w[\w ,-]{0,30}\w$/);
  fc.assert(
    fc.property(fc.array(line, { maxLength: 3 }), sentence, (before, answer) => {
      const shown = said([...before, `Answer: ${answer}`, "Confidence: 0.5"].join("\n"));
      expect(shown).not.toMatch(/^\W*(?:answer|confidence)\W*:/im);
      expect(shown).toContain(answer.replace(/_+$/, ""));
    }),
  );
});

test.each([
  ["Both hold.\n\nPosition: Debater A", "Both hold."],
  ["**Position: Debater AB**\n\nBoth hold.", "Both hold."],
  ["Position: none.\nBoth hold.", "Both hold."],
  ["Position: stay where we are", "Position: stay where we are"],
])("a judge's line for the panel is not for readers: %j", (text, expected) => {
  expect(formatReasons(text)).toBe(expected);
  expect(formatVerdictText({ text, reasoning: "", answer: null } as unknown as PartialResult)).toBe(
    expected,
  );
});
