import fc from "fast-check";
import { expect, test } from "vitest";
import { TextIndex } from "./text-index.ts";

/** Texts with so few letters that everything occurs many times. */
const letters = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 60 });

test("a quote is found at the first place that is accepted, as by trying all places", () => {
  fc.assert(
    fc.property(letters, letters, fc.func(fc.boolean()), (text, quote, accepts) => {
      const places = Array.from({ length: text.length + 1 }, (_, at) => at);
      const first = places.find((at) => text.startsWith(quote, at) && accepts(at)) ?? -1;
      expect(new TextIndex(text).find(quote, accepts)).toBe(quote === "" ? -1 : first);
    }),
  );
});

test("a quote of an honest text is found however many are looked up", () => {
  const text = Array.from({ length: 5000 }, (_, line) => `${line}. the same words again`).join(
    "\n",
  );
  const index = new TextIndex(text);
  for (let line = 4999; line >= 0; line -= 7) {
    const quote = `${line}. the same words again`;
    expect(index.find(quote, () => true)).toBe(text.indexOf(quote));
  }
});

test("looking up many quotes in a text that is made to be slow ends", () => {
  const text = "ab".repeat(100_000);
  const index = new TextIndex(text);
  let compared = 0;
  for (let count = 1; count < 3000; count++) {
    const quote = `${"ab".repeat(count)}ab`;
    index.find(quote, () => {
      compared += 1;
      return compared % 2 === 0;
    });
  }
  expect(compared).toBeLessThan(50 * text.length);
});
