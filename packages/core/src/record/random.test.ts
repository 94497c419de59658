import fc from "fast-check";
import { expect, test } from "vitest";
import { hash32, createRandom, shuffle, computeStepSeed } from "./random.ts";

test("the same text gives the same numbers, on every machine", () => {
  // Fences and orders follow from these: other numbers would make recorded runs unresumable.
  expect([hash32("0 1 Why?"), hash32("0 2 Why?")]).toEqual([3309669734, 1657211187]);
  const [one, other] = [createRandom("x"), createRandom("x")];
  for (let times = 0; times < 10; times++) expect(one()).toBe(other());
});

test("a step has a seed of its own, and a long question counts by its hash", () => {
  const steps = fc.array(fc.string(), { maxLength: 11 });
  fc.assert(
    fc.property(fc.integer(), steps, fc.string(), fc.nat(1), (seed, names, words, long) => {
      const question = words + "?".repeat(5_000 * long);
      const each = names.map((step) => computeStepSeed(seed, step, question));
      expect(each).toEqual(
        names.map((step) => hash32(`${seed} ${step} ${long ? hash32(question) : question}`)),
      );
    }),
  );
});

test("numbers lie in [0, 1) and spread evenly", () => {
  const random = createRandom("spread");
  const tenths = new Array<number>(10).fill(0);
  for (let times = 0; times < 10_000; times++) {
    const value = random();
    expect(value >= 0 && value < 1).toBe(true);
    tenths[Math.floor(value * 10)]! += 1;
  }
  for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test("near seeds are far apart", () => {
  const firsts = Array.from({ length: 1000 }, (_, seed) => createRandom(`seats ${seed}`)());
  expect(new Set(firsts).size).toBe(1000);
});

test("a shuffle keeps everything and leaves its input alone", () => {
  const items = [1, 2, 3, 4, 5, 6, 7, 8];
  const mixed = shuffle(items, createRandom("x"));
  expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(mixed).not.toEqual(items);
});

test("every order of three comes up about as often", () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 6000; seed++) {
    const order = shuffle(["a", "b", "c"], createRandom(`seed ${seed}`)).join("");
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(6);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
