import { LANES, blocksFor, type Kernel } from "./kernel.ts";
import type { LayerLayout, Layout } from "./layout.ts";
import type { Rotation } from "./rotation.ts";
import { softmax } from "./vector-math.ts";

export interface AttentionShape {
  dim: number;
  heads: number;
  headSize: number;
}

/**
 * Every token of the chunk looks back over all positions so far. Expects query, key and value of the
 * chunk in `layout.queryKeyValue`; leaves the result in `layout.mixed`.
 */
export function attend(
  { memory, multiply }: Kernel,
  layout: Layout,
  layer: LayerLayout,
  rotation: Rotation,
  { dim, heads, headSize }: AttentionShape,
  position: number,
  tokens: number,
): void {
  const { queryKeyValue, scores, mixed, capacity } = layout;
  const seen = position + tokens;
  const scale = 1 / Math.sqrt(headSize);
  for (let head = 0; head < heads; head++) {
    const keys = layer.keys + head * headSize * capacity;
    const values = layer.values + head * headSize * capacity;
    const query = queryKeyValue + head * headSize;
    for (let token = 0; token < tokens; token++) {
      const at = query + token * 3 * dim;
      rotation.turn(memory, at, position + token);
      rotation.turn(memory, at + dim, position + token);
      remember(memory, keys, values, at + dim, at + 2 * dim, position + token, headSize, capacity);
    }
    const keyBlock = headSize * LANES;
    multiply(scores, keys, query, blocksFor(seen), headSize, keyBlock, tokens, 3 * dim, capacity);
    for (let token = 0; token < tokens; token++) {
      softmax(memory, scores + token * capacity, position + token + 1, seen, scale);
    }
    const valueBlock = capacity * LANES;
    const target = mixed + head * headSize;
    multiply(target, values, scores, headSize / LANES, seen, valueBlock, tokens, capacity, dim);
  }
}

/** Puts one key and one value where the two multiplications expect them. */
function remember(
  memory: Float32Array,
  keys: number,
  values: number,
  key: number,
  value: number,
  position: number,
  headSize: number,
  capacity: number,
): void {
  const keyAt = keys + Math.floor(position / LANES) * headSize * LANES + (position % LANES);
  for (let i = 0; i < headSize; i++) {
    memory[keyAt + i * LANES] = memory[key + i] as number;
    const block = Math.floor(i / LANES) * capacity * LANES;
    memory[values + block + position * LANES + (i % LANES)] = memory[value + i] as number;
  }
}
