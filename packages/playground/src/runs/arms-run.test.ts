import fc from "fast-check";
import { expect, test } from "vitest";
import { batches, countThreads } from "./arms-run.ts";

test("batches contain every question once, in order, and at least two each", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 200 }), (count) => {
      const items = Array.from({ length: count }, (_, index) => ({
        id: String(index),
        question: "",
        gold: "",
      }));
      const all = [...batches(items)];
      expect(all.flat()).toEqual(items);
      expect(all.every(({ length }) => length >= 2)).toBe(true);
    }),
  );
});

test("there is at least one worker on every machine, and never too many", () => {
  expect([undefined, 1, 2, 3, 4, 64].map(countThreads)).toEqual([2, 1, 2, 3, 3, 4]);
});
