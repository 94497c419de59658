import { LANES, countBlocks, type Kernel } from "./kernel.ts";
import { CHUNK, type Layout } from "./layout.ts";
import type { NetworkSettings } from "./settings.ts";

/**
 * What the first layer makes of a token before it looks at others depends on nothing but the token. So it is
 * computed once for each token of the vocabulary, which saves a twentieth of the products of each pass.
 */
export function fillBeginnings(
  kernel: Kernel,
  { beginnings, embedding, state, normed, queryKeyValue, layers }: Layout,
  { dim, vocabulary }: NetworkSettings,
): void {
  const { memory } = kernel;
  const [layer] = layers;
  if (layer === undefined) return;
  const width = 4 * dim;
  for (let start = 0; start < vocabulary.length; start += CHUNK) {
    const count = Math.min(CHUNK, vocabulary.length - start);
    for (let index = 0; index < count; index++) {
      const token = start + index;
      const row = embedding + Math.floor(token / LANES) * dim * LANES + (token % LANES);
      for (let i = 0; i < dim; i++)
        memory[state + index * dim + i] = memory[row + i * LANES] as number;
    }
    kernel.normalise(normed, state, layer.attentionNorm, dim, count);
    const blocks = countBlocks(3 * dim);
    const matrix = layer.queryKeyValue;
    kernel.multiply(queryKeyValue, matrix, normed, blocks, dim, dim * LANES, count, dim, 3 * dim);
    for (let index = 0; index < count; index++) {
      const to = beginnings + (start + index) * width;
      const [own, made] = [state + index * dim, queryKeyValue + index * 3 * dim];
      memory.copyWithin(to, own, own + dim);
      memory.copyWithin(to + dim, made, made + 3 * dim);
    }
  }
}
