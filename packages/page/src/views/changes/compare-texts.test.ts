import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areAlike, compareTexts, type DiffPiece } from "./compare-texts.ts";

const without = (kind: DiffPiece["kind"], pieces: readonly DiffPiece[]): string =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join("");

describe("a diff", () => {
  test("holds both texts, whole", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "cat", " ", "\n", "dog,", "42"), { maxLength: 60 })
      .map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = compareTexts(before, after);
        expect(without("new", pieces)).toBe(before);
        expect(without("gone", pieces)).toBe(after);
      }),
    );
  });

  test("of a text with itself shows no change", () => {
    expect(compareTexts("one two three", "one two three")).toEqual([
      { kind: "same", text: "one two three" },
    ]);
  });

  test("keeps what stayed and marks what changed", () => {
    expect(
      compareTexts("the ball costs ten cents, I think", "the ball costs five cents, I think"),
    ).toEqual([
      { kind: "same", text: "the ball costs " },
      { kind: "gone", text: "ten" },
      { kind: "new", text: "five" },
      { kind: "same", text: " cents, I think" },
    ]);
  });

  test("does not fall apart over a word that happens to be in both", () => {
    const kinds = compareTexts(
      "Venus turns for ever so slowly",
      "Mercury needs for its day longer",
    ).map(({ kind }) => kind);
    expect(kinds).toEqual(["gone", "new"]);
  });

  test("of long, different texts takes no longer than a click", () => {
    const long = (seed: number): string =>
      Array.from({ length: 20_000 }, (_, index) => `w${(index * seed) % 9973}`).join(" ");
    const began = performance.now();
    const pieces = compareTexts(long(7), long(11));
    expect(without("new", pieces)).toBe(long(7));
    expect(performance.now() - began).toBeLessThan(3000);
  });
});

describe("texts are alike", () => {
  test("if most of their words stayed, and not because of a few", () => {
    const long = "The ball costs five cents because the bat costs a dollar more than the ball does";
    expect(areAlike(compareTexts(long, long.replace("five", "ten")))).toBe(true);
    expect(
      areAlike(compareTexts(long, "I was wrong: Mercury needs 176 days from noon to noon.")),
    ).toBe(false);
    expect(areAlike(compareTexts("", long))).toBe(false);
    expect(areAlike(compareTexts("", ""))).toBe(false);
  });
});
