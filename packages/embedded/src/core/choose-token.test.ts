import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestKernel } from "../networks.ts";
import { WEIGHTS_OFFSET, chooseToken, type TokenDraw } from "./choose-token.ts";
import { plainKernel } from "./plain-kernel.ts";
import { seededRandom } from "./random.ts";

const logitLists = fc
  .array(fc.float({ min: -30, max: 30, noNaN: true }), { minLength: 3, maxLength: 30 })
  .map((list) => Float32Array.from(list));

describe.each([
  ["wasm", bestKernel],
  ["plain", plainKernel],
] as const)("chooseToken, %s", (kind, create) => {
  const choosing = (logits: Float32Array, temperature: number, random: () => number): TokenDraw => {
    const padded = Math.ceil(logits.length / 4) * 4;
    const kernel = create(2 * padded + WEIGHTS_OFFSET, []);
    expect(kernel.kind).toBe(kind);
    kernel.memory.set(logits);
    return chooseToken(kernel, 0, logits.length, padded, temperature, random);
  };

  it("takes the likeliest at temperature 0, padding aside", () => {
    const { token } = choosing(Float32Array.of(9, 1, 3, 2), 0, () => 0.99);
    expect(token).toBe(2);
  });

  it("never draws padding and always a token that exists", () => {
    fc.assert(
      fc.property(
        logitLists,
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.nat(),
        (logits, temperature, seed) => {
          const { token } = choosing(logits, temperature, seededRandom(seed));
          expect(token).toBeGreaterThan(0);
          expect(token).toBeLessThan(logits.length);
        },
      ),
    );
  });

  it("reports the probability at temperature 1, whatever it drew at", () => {
    const logits = Float32Array.of(-20, Math.log(0.2), Math.log(0.8));
    expect(Math.exp(choosing(logits, 0, () => 0).logProbability)).toBeCloseTo(0.8, 5);
    expect(Math.exp(choosing(logits, 0.1, () => 0).logProbability)).toBeCloseTo(0.2, 5);
    expect(Math.exp(choosing(logits, 2, () => 0.999).logProbability)).toBeCloseTo(0.8, 5);
  });

  it("draws in proportion", () => {
    const logits = Float32Array.of(-20, Math.log(0.2), Math.log(0.8));
    const random = seededRandom(3);
    const kernel = create(16, []);
    kernel.memory.set(logits);
    const drawn = Array.from({ length: 5000 }, () => chooseToken(kernel, 0, 3, 4, 1, random).token);
    expect(drawn.filter((token) => token === 1).length / 5000).toBeCloseTo(0.2, 1);
  });

  it("gives what rounding leaves over to the last token that can be drawn", () => {
    const { token } = choosing(Float32Array.of(0, 0, 0, -1e4), 1, () => 1);
    expect(token).toBe(2);
  });
});
