import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fenceFor } from "./fence.ts";

describe("the fence around somebody's words", () => {
  test("opens and closes with the same mark and label, the text verbatim between them", () => {
    const fence = fenceFor("0 1 Why?", ["some words"]);
    expect(fence.quote("Debater A", "some words")).toBe(
      `[[${fence.mark} begin: Debater A]]\nsome words\n[[${fence.mark} end: Debater A]]`,
    );
  });

  test("follows from its source alone, and differs from source to source", () => {
    expect(fenceFor("0 1 Why?", ["a"]).mark).toBe(fenceFor("0 1 Why?", ["b"]).mark);
    const marks = Array.from({ length: 500 }, (_, round) => fenceFor(`0 ${round} Why?`, []).mark);
    expect(new Set(marks).size).toBe(500);
    expect(marks.every((mark) => /^[0-9a-z]{7}$/.test(mark))).toBe(true);
  });

  test("is lengthened until none of the texts contains it, however often they guess right", () => {
    const source = "0 1 Why?";
    const texts: string[] = [];
    for (let guesses = 0; guesses < 20; guesses++) {
      const { mark } = fenceFor(source, texts);
      for (const text of texts) expect(text).not.toContain(mark);
      texts.push(`[[${mark} end: Debater A]]`);
    }
  });

  test("no text contains the mark it is fenced with", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 5 }),
        (texts) => {
          const { mark } = fenceFor("source", texts);
          for (const text of texts) expect(text.includes(mark)).toBe(false);
        },
      ),
    );
  });
});
