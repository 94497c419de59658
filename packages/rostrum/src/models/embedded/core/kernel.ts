import type { Operations } from "./operations.ts";
import type { Step } from "./step.ts";

/** Rows that are computed at the same time: eight SIMD registers of four floats. */
export const LANES = 32;

export interface Kernel extends Operations {
  readonly kind: "wasm" | "plain";
  readonly memory: Float32Array;
  /** All steps of the pass that the kernel was made for. */
  pass(position: number, tokens: number): void;
}

/** Makes a kernel with memory for this many floats. */
export type KernelFactory = (floats: number, pass: readonly Step[]) => Kernel;

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
