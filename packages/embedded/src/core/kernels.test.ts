import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wasmKernel } from "../wasm/wasm-kernel.ts";
import { LANES, countBlocks, pack, type Kernel, type KernelFactory, type Step } from "./kernel.ts";
import { plainKernel } from "./plain-kernel.ts";
import { seededRandom } from "./random.ts";

interface Shape {
  rows: number;
  columns: number;
  tokens: number;
  seed: number;
}

const shapes = fc.record({
  rows: fc.integer({ min: 1, max: 100 }),
  columns: fc.integer({ min: 1, max: 18 }).map((vectors) => vectors * 4),
  tokens: fc.integer({ min: 1, max: 5 }),
  seed: fc.nat(),
});

/** The product as the kernel computes it, and in double floats as a schoolbook would. */
function multiplied(create: KernelFactory, { rows, columns, tokens, seed }: Shape) {
  const random = seededRandom(seed);
  const matrix = Float32Array.from({ length: rows * columns }, () => random() - 0.5);
  const padded = countBlocks(rows) * LANES;
  const [w, x, y] = [0, padded * columns, padded * columns + tokens * columns];
  const { memory, multiply } = create(y + tokens * padded, []);
  pack(memory.subarray(w), matrix, columns);
  for (let i = x; i < y; i++) memory[i] = random() - 0.5;
  multiply(y, w, x, countBlocks(rows), columns, columns * LANES, tokens, columns, padded);
  const expected = Array.from({ length: tokens * padded }, (_, index) => {
    const [token, row] = [Math.floor(index / padded), index % padded];
    if (row >= rows) return 0;
    let sum = 0;
    for (let c = 0; c < columns; c++) {
      sum += (matrix[row * columns + c] ?? 0) * (memory[x + token * columns + c] ?? 0);
    }
    return sum;
  });
  return { got: [...memory.subarray(y)], expected };
}

const wasm: KernelFactory = (floats, pass) => {
  const kernel = wasmKernel(floats, pass);
  if (kernel === null) throw new Error("this engine has no WebAssembly SIMD");
  return kernel;
};

/** A memory of random numbers after some operations, as whole numbers: also 0 and -0 differ. */
function bitsAfter(
  create: KernelFactory,
  floats: number,
  seed: number,
  work: (kernel: Kernel) => void,
): number[] {
  const kernel = create(floats, []);
  const random = seededRandom(seed);
  // Small and large numbers, so that the powers reach both of their ends.
  for (let i = 0; i < floats; i++) kernel.memory[i] = (random() - 0.5) * 10 ** (4 * random() - 1);
  work(kernel);
  return [...new Int32Array(kernel.memory.buffer, 0, floats)];
}

function expectSameBits(floats: number, seed: number, work: (kernel: Kernel) => void): void {
  const [fast, plain] = [wasm, plainKernel].map((create) => bitsAfter(create, floats, seed, work));
  expect(fast).toEqual(plain);
}

const sizes = fc.integer({ min: 1, max: 20 }).map((vectors) => vectors * 4);
const counts = fc.integer({ min: 1, max: 5 });

describe("kernels", () => {
  it.each([
    ["plain", plainKernel],
    ["wasm", wasm],
  ])("%s: multiplies", (_, create) => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { got, expected } = multiplied(create, shape);
        for (const [index, value] of got.entries())
          expect(value).toBeCloseTo(expected[index] ?? 0, 4);
      }),
      { numRuns: 50 },
    );
  });

  it("agree to the last bit in products", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        expect(multiplied(wasm, shape).got).toEqual(multiplied(plainKernel, shape).got);
      }),
      { numRuns: 50 },
    );
  });

  it("agree to the last bit in norms, gates and sums", () => {
    fc.assert(
      fc.property(sizes, counts, fc.nat(), (size, tokens, seed) => {
        expectSameBits(4 * tokens * size + size, seed, (kernel) => {
          const [state, other, weight] = [0, 2 * tokens * size, 4 * tokens * size] as const;
          kernel.normalise(other, state, weight, size, tokens);
          kernel.addTo(state, other, size, tokens);
          kernel.gate(state, size, 2 * size, tokens);
        });
      }),
      { numRuns: 50 },
    );
  });

  it("agree to the last bit in attention, whatever the chunks", () => {
    const chunks = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        counts,
        fc.constantFrom(32, 64),
        chunks,
        fc.nat(),
        (heads, size, lengths, seed) => {
          const [dim, capacity] = [heads * size, 96];
          const cache = capacity * dim;
          const places = [0, cache, 2 * cache, 2 * cache + capacity] as const;
          const [keys, values, scores, rotation] = places;
          const chunk = rotation + capacity * size * 2;
          expectSameBits(chunk + 16 * 4 * dim, seed, ({ attend }) => {
            let at = 0;
            for (const count of lengths) {
              const mixed = chunk + 16 * 3 * dim;
              attend(
                chunk,
                keys,
                values,
                scores,
                mixed,
                rotation,
                size,
                heads,
                capacity,
                at,
                count,
              );
              at += count;
            }
          });
        },
      ),
      { numRuns: 25 },
    );
  });

  it("agree to the last bit in draws", () => {
    const temperature = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 2, noNaN: true }));
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        temperature,
        share,
        fc.nat(),
        (count, heat, part, seed) => {
          const drawn: number[] = [];
          const results = [wasm, plainKernel].map((create) => {
            // Above the logits, only what the caller is promised is compared.
            const bits = bitsAfter(create, 100, seed, (kernel) => {
              drawn.push(kernel.choose(0, count, 48, heat, part));
            });
            return [bits.slice(0, count), bits.slice(48, 50)];
          });
          expect(results[0]).toEqual(results[1]);
          expect(drawn[0]).toBe(drawn[1]);
        },
      ),
    );
  });

  it("go through a pass step by step", () => {
    const steps: Step[] = [
      ["normalise", 64, 0, 128, 32, "tokens"],
      ["addTo", 0, 64, "position", "tokens"],
    ];
    const sums = [wasm, plainKernel].map((create) => {
      const kernel = create(160, steps);
      kernel.memory.fill(2, 0, 64).fill(3, 128);
      kernel.pass(32, 2);
      return [...kernel.memory.subarray(0, 64)];
    });
    expect(sums[0]).toEqual(sums[1]);
    for (const sum of sums.flat()) expect(sum).toBeCloseTo(5, 4);
  });
});

describe("wasmKernel", () => {
  const without = (replacement: unknown, body: () => void): void => {
    const original = Object.getOwnPropertyDescriptor(globalThis, "WebAssembly");
    Object.defineProperty(globalThis, "WebAssembly", { value: replacement, configurable: true });
    try {
      body();
    } finally {
      Object.defineProperty(globalThis, "WebAssembly", original as PropertyDescriptor);
    }
  };

  it("is null where there is no WebAssembly, none with vectors, or it is forbidden", () => {
    without(undefined, () => expect(wasmKernel(64, [])).toBeNull());
    without({ validate: () => false }, () => expect(wasmKernel(64, [])).toBeNull());
    const forbidden = (): never => {
      throw new EvalError("blocked by the page's policy");
    };
    without({ validate: () => true, Memory: forbidden }, () =>
      expect(wasmKernel(64, [])).toBeNull(),
    );
  });
});
