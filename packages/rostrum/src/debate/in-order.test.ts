import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder } from "./in-order.ts";

interface Pending {
  promise: Promise<number>;
  resolve(value: number): void;
  reject(error: unknown): void;
}
const pendings = (count: number): Pending[] =>
  Array.from({ length: count }, () => Promise.withResolvers<number>());
const promisesOf = (list: readonly Pending[]): Promise<number>[] =>
  list.map(({ promise }) => promise);

test("hands results over in the order of the list, whatever order they come in", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), async (order) => {
      const list = pendings(5);
      const handed: number[] = [];
      const done = inOrder(promisesOf(list), (value) => handed.push(value));
      for (const index of order) list[index]?.resolve(index);
      await done;
      expect(handed).toEqual([0, 1, 2, 3, 4]);
    }),
  );
});

test("each is handed over as soon as all before it are there", async () => {
  const [first, second, third] = pendings(3) as [Pending, Pending, Pending];
  const handed: number[] = [];
  const done = inOrder(promisesOf([first, second, third]), (value) => handed.push(value));
  second.resolve(1);
  await new Promise(setImmediate);
  expect(handed).toEqual([]);
  first.resolve(0);
  await new Promise(setImmediate);
  expect(handed).toEqual([0, 1]);
  third.resolve(2);
  await done;
  expect(handed).toEqual([0, 1, 2]);
});

test("if one rejects, those that finished are handed over before the error", async () => {
  const [first, second, third, fourth] = pendings(4) as [Pending, Pending, Pending, Pending];
  const handed: number[] = [];
  const done = inOrder(promisesOf([first, second, third, fourth]), (value) => handed.push(value));
  fourth.resolve(3);
  third.resolve(2);
  await new Promise(setImmediate);
  first.reject(new Error("gone"));
  await expect(done).rejects.toThrow("gone");
  expect(handed).toEqual([2, 3]);
  second.reject(new Error("later, and nobody's business"));
  await new Promise(setImmediate);
});

test("nothing to wait for is done at once", async () => {
  await expect(inOrder([], () => undefined)).resolves.toBeUndefined();
});
