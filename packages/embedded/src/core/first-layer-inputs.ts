import { LANES, countBlocks, type Kernel } from "./kernel.ts";
import { CHUNK, type Layout } from "./layout.ts";
import type { NetworkSettings } from "./settings.ts";

/**
 * Precomputes the first layer's input for each token of the vocabulary. Before attention it depends on the token alone,
 * so this saves a twentieth of the multiplications of each pass.
 */
export function fillFirstLayerInputs(
  kernel: Kernel,
  { firstLayerInputs, embedding, state, normed, queryKeyValue, layers }: Layout,
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
      const to = firstLayerInputs + (start + index) * width;
      const [tokenState, tokenQueryKeyValue] = [
        state + index * dim,
        queryKeyValue + index * 3 * dim,
      ];
      memory.copyWithin(to, tokenState, tokenState + dim);
      memory.copyWithin(to + dim, tokenQueryKeyValue, tokenQueryKeyValue + 3 * dim);
    }
  }
}
