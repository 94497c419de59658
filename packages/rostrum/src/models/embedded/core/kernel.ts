/** Rows that are computed at the same time: eight SIMD registers of four floats. */
export const LANES = 32;

/**
 * The operation that takes nearly all the time, over one flat memory that contains weights, caches and
 * scratch space. Offsets and strides count floats.
 *
 * For every token `t` and row block `b`:
 *
 *     y[t * yStride + b * 32 + lane] = Σ_c w[b * wStride + c * 32 + lane] * x[t * xStride + c]
 *
 * Both implementations add in this order and round after every step, so they agree to the last bit:
 * a seeded run gives the same words with and without WebAssembly.
 */
export interface Kernel {
  readonly kind: "wasm" | "plain";
  readonly memory: Float32Array;
  multiply(
    y: number,
    w: number,
    x: number,
    blocks: number,
    columns: number,
    wStride: number,
    tokens: number,
    xStride: number,
    yStride: number,
  ): void;
}

/** Makes a kernel with memory for this many floats. */
export type KernelFactory = (floats: number) => Kernel;

export const blocksFor = (rows: number): number => Math.ceil(rows / LANES);

/** Lays a row-major matrix out in blocks of 32 rows, column by column; missing rows are zero. */
export function pack(target: Float32Array, rows: Float32Array, columns: number): void {
  const count = rows.length / columns;
  for (let row = 0; row < count; row++) {
    const base = Math.floor(row / LANES) * columns * LANES + (row % LANES);
    for (let column = 0; column < columns; column++) {
      target[base + column * LANES] = rows[row * columns + column] as number;
    }
  }
}
