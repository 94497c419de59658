import { describe, expect, it } from "vitest";
import { seededRandom } from "./random.ts";

const take = (seed: number, count: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
};

describe("seededRandom", () => {
  it("repeats itself for a seed, and says the same in every release", () => {
    expect(take(7, 5)).toEqual(take(7, 5));
    expect(take(1, 3).map((value) => Math.floor(value * 1e6))).toMatchInlineSnapshot(`
      [
        133426,
        760942,
        163698,
      ]
    `);
  });

  it("differs between near seeds and between seeds beyond 32 bits", () => {
    const first = [0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, -1].map((seed) => take(seed, 1)[0]);
    expect(new Set(first).size).toBe(first.length);
  });

  it("spreads evenly over [0, 1)", () => {
    const bins = new Array<number>(10).fill(0);
    for (const value of take(42, 10_000)) bins[Math.floor(value * 10)]! += 1;
    for (const count of bins) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
