import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { clusterAnswers } from "./cluster.ts";
import { textReader } from "./kinds/text.ts";

const read = <A>(value: A): ReadAnswer<A> => ({ value, wording: String(value) });
const texts = (...values: (string | null)[]): number[][] =>
  clusterAnswers(
    values.map((value) => (value === null ? null : read(value))),
    textReader(""),
  );

test("largest first, then by first member; each ascending", () => {
  expect(texts("red", "blue", "Red", "green", "Blue.")).toEqual([[0, 2], [1, 4], [3]]);
  expect(texts("a", "b", "c")).toEqual([[0], [1], [2]]);
});

test("the clusters are in order, in whatever order their answers came", () => {
  const value = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 12 }), fc.nat(2), (values, apart) => {
      const clusters = clusterAnswers(
        values.map((each) => (each === null ? null : read(each))),
        near(apart),
      );
      const sorted = clusters.toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
      expect(clusters).toEqual(sorted);
      for (const cluster of clusters) expect(cluster).toEqual(cluster.toSorted((a, b) => a - b));
    }),
  );
});

test("answers that are none are in no cluster: two empty replies are no consensus", () => {
  expect(texts(null, null, "a real answer")).toEqual([[2]]);
  expect(texts(null, null)).toEqual([]);
  expect(texts()).toEqual([]);
});

const near = (apart: number): AnswerReader<number> => ({
  basis: "number",
  read: () => null,
  same: (a, b) => Math.abs(a - b) <= apart,
});

test("complete link: a chain does not hold together", () => {
  expect(clusterAnswers([1, 2, 3].map(read), near(1))).toHaveLength(2);
});

test("the larger part is taken before a tie of words can split it", () => {
  // 1 is near 2 only; 2, 3 and 3.5 are near each other.
  expect(clusterAnswers([1, 2, 3, 2.5].map(read), near(1))).toEqual([[1, 2, 3], [0]]);
});

const shuffled = (items: readonly unknown[], keys: readonly number[]): number[] =>
  items.map((_, i) => i).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);

/** The parts as values, so that different orders can be compared. */
const parts = <A>(values: readonly A[], reader: AnswerReader<A>): string[] =>
  clusterAnswers(values.map(read), reader)
    .map((cluster) =>
      cluster
        .map((i) => String(values[i]))
        .sort()
        .join("|"),
    )
    .sort();

test("membership does not depend on order, even where `same` is not transitive", () => {
  const value = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(
      fc.array(value, { maxLength: 10 }),
      fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 0, max: 4 }),
      (values, keys, apart) => {
        const order = shuffled(values, keys);
        const moved = order.map((i) => values[i] ?? 0);
        expect(parts(moved, near(apart))).toEqual(parts(values, near(apart)));
      },
    ),
    { numRuns: 300 },
  );
});

test("membership of texts does not depend on their order", () => {
  const word = fc.constantFrom(
    "red",
    "Red",
    "deep red",
    "a deep red",
    "the deep red",
    "blue",
    "not blue",
    "Blue.",
    "Paris is it",
    "paris is It",
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      (values, keys) => {
        const reader = textReader("", 0.5);
        const moved = shuffled(values, keys).map((i) => values[i] ?? "");
        expect(parts(moved, reader)).toEqual(parts(values, reader));
      },
    ),
    { numRuns: 300 },
  );
});

test("every pair within a cluster is the same", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 20 }), (values) => {
      for (const cluster of clusterAnswers(values.map(read), near(2))) {
        for (const i of cluster)
          for (const j of cluster)
            expect(Math.abs((values[i] ?? 0) - (values[j] ?? 0))).toBeLessThanOrEqual(2);
      }
    }),
  );
});

test("answers with equal keys are never compared pair by pair", () => {
  const reader = textReader("");
  let compared = 0;
  const counting: AnswerReader<string> = {
    ...reader,
    same: (a, b) => {
      compared++;
      return reader.same(a, b);
    },
  };
  const values = Array.from({ length: 2_000 }, (_, i) => read(i % 3 === 0 ? "red" : "Blue."));
  expect(clusterAnswers(values, counting).map(({ length }) => length)).toEqual([1_333, 667]);
  expect(compared).toBe(1);
});
