/**
 * The operations of a network, over one flat memory that contains weights, caches and scratch space.
 * Offsets and strides count floats; sizes and columns are multiples of four.
 *
 * Both implementations compute in the same order and round to single floats after every step, so they
 * agree to the last bit: a seeded run gives the same words with and without WebAssembly.
 */
export interface Operations {
  /**
   * The operation that takes most of the time. For every token `t` and row block `b`:
   *
   *     y[t * yStride + b * 32 + lane] = Σ_c w[b * wStride + c * 32 + lane] * x[t * xStride + c]
   */
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
  /** RMS norm of each token's vector. */
  normalise(target: number, source: number, weight: number, size: number, tokens: number): void;
  /**
   * Attention of every token of the chunk over all positions up to its own. Rotates its queries and keys by the angles
   * in `rotation`, and stores keys and values for later tokens. `size` is the size of a head.
   */
  attend(
    queryKeyValue: number,
    keys: number,
    values: number,
    scores: number,
    mixed: number,
    rotation: number,
    size: number,
    heads: number,
    capacity: number,
    position: number,
    tokens: number,
  ): void;
  /** SwiGLU: multiplies SiLU of the first half by the second half. The result replaces the first half. */
  gate(start: number, size: number, stride: number, tokens: number): void;
  /** Adds each token's vector to another. */
  addTo(target: number, source: number, size: number, tokens: number): void;
  /**
   * Draws a token from `count` logits with the random number `share` in [0, 1); temperature 0 takes the likeliest. Token
   * 0 is padding and never drawn. Writes the largest logit of the others to `scratch`, and next to it the sum of
   * e^(logit - largest) over all. Its own scratch space starts at the fifth float.
   */
  choose(
    logits: number,
    count: number,
    scratch: number,
    temperature: number,
    share: number,
  ): number;
}

/** Offset that belongs to the last token of a pass, given as the offset of the first. */
export interface OfLastToken {
  first: number;
  /** Floats from a token to the next. */
  stride: number;
}

/** A number fixed when the network is created, or one that depends on the arguments of a pass. */
type Parameter = number | "position" | "tokens" | OfLastToken;

type Parameters<P extends readonly unknown[]> = { [Index in keyof P]: Parameter };
type StepOf<Name extends keyof Operations> = readonly [
  Name,
  ...Parameters<globalThis.Parameters<Operations[Name]>>,
];

/** One operation of the kernel with its parameters. */
export type Step = { [Name in keyof Operations]: StepOf<Name> }[keyof Operations];

/** Rows computed together: eight SIMD registers of four floats. */
export const LANES = 32;

export interface Kernel extends Operations {
  readonly kind: "wasm" | "plain";
  readonly memory: Float32Array;
  /** Runs all steps of the pass that the kernel was created for. */
  pass(position: number, tokens: number): void;
}

/** Creates a kernel with memory for this many floats. */
export type KernelFactory = (floats: number, pass: readonly Step[]) => Kernel;

export const countBlocks = (rows: number): number => Math.ceil(rows / LANES);

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
