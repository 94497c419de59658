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
   * Every token of the chunk looks back over all positions up to its own. Turns its queries and keys by
   * the angles in `rotation`, and keeps keys and values for the tokens to come. `size` is that of a head.
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
  /** SwiGLU: the first half, through SiLU, opens and closes the second; the result replaces the first. */
  gate(start: number, size: number, stride: number, tokens: number): void;
  /** Adds each token's vector to another. */
  addTo(target: number, source: number, size: number, tokens: number): void;
  /**
   * Draws a token from `count` logits, where `share` in [0, 1) says which; temperature 0 takes the
   * likeliest. Token 0 is padding and never drawn. Leaves the largest logit of the others in `scratch`,
   * and next to it the sum of e^(logit - largest) over all; has its notes from the fifth float on.
   */
  choose(
    logits: number,
    count: number,
    scratch: number,
    temperature: number,
    share: number,
  ): number;
}
