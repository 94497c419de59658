import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wasmKernel } from "../wasm/wasm-kernel.ts";
import { LANES, blocksFor, pack, type Kernel } from "./kernel.ts";
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
  columns: fc.integer({ min: 1, max: 70 }),
  tokens: fc.integer({ min: 1, max: 5 }),
  seed: fc.nat(),
});

/** The product as the kernel computes it, and in double floats as a schoolbook would. */
function multiplied(create: (floats: number) => Kernel, { rows, columns, tokens, seed }: Shape) {
  const random = seededRandom(seed);
  const matrix = Float32Array.from({ length: rows * columns }, () => random() - 0.5);
  const padded = blocksFor(rows) * LANES;
  const [w, x, y] = [0, padded * columns, padded * columns + tokens * columns];
  const { memory, multiply } = create(y + tokens * padded);
  pack(memory.subarray(w), matrix, columns);
  for (let i = x; i < y; i++) memory[i] = random() - 0.5;
  multiply(y, w, x, blocksFor(rows), columns, columns * LANES, tokens, columns, padded);
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

function wasm(floats: number): Kernel {
  const kernel = wasmKernel(floats);
  if (kernel === null) throw new Error("this engine has no WebAssembly SIMD");
  return kernel;
}

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

  it("agree to the last bit", () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        expect(multiplied(wasm, shape).got).toEqual(multiplied(plainKernel, shape).got);
      }),
      { numRuns: 50 },
    );
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
    without(undefined, () => expect(wasmKernel(64)).toBeNull());
    without({ validate: () => false }, () => expect(wasmKernel(64)).toBeNull());
    const forbidden = (): never => {
      throw new EvalError("blocked by the page's policy");
    };
    without({ validate: () => true, Memory: forbidden }, () => expect(wasmKernel(64)).toBeNull());
  });
});
