import fc from "fast-check";
import { expect, test } from "vitest";
import { batches, threads } from "./arms-run.ts";

test("batches hold every question once, in order, and none is alone", () => {
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

test("there is a thread on every machine, and never a crowd", () => {
  expect([undefined, 1, 2, 3, 4, 64].map(threads)).toEqual([2, 1, 2, 3, 3, 4]);
});
