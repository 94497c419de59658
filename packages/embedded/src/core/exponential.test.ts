import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXP_MIN, EXP_MAX, exponential } from "./exponential.ts";

describe("exponential", () => {
  it("is right to the last digits of a single float", () => {
    const exponents = fc.float({ min: EXP_MIN, max: EXP_MAX, noNaN: true });
    fc.assert(
      fc.property(exponents, (x) => {
        expect(Math.abs(exponential(x) / Math.exp(x) - 1)).toBeLessThan(2.5e-7);
      }),
      { numRuns: 2000 },
    );
  });

  it("is 0 far below, and 1 at 0", () => {
    expect([-87.1, -1000, -Infinity].map(exponential)).toEqual([0, 0, 0]);
    expect(exponential(0)).toBe(1);
  });
});
