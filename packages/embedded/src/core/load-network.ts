import { pack } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import type { Safetensors } from "./safetensors.ts";
import type { NetworkSettings } from "./settings.ts";

/** Copies the weights from the file to their offsets in memory. */
export function loadWeights(
  memory: Float32Array,
  layout: Layout,
  { dim, feedForward, vocabulary }: NetworkSettings,
  file: Safetensors,
): void {
  const vector = (offset: number, name: string): void => {
    memory.set(file.tensor(name, dim).data, offset);
  };
  /** Stacks matrices of the same width, for fewer and larger multiplications. */
  const matrices = (offset: number, columns: number, parts: readonly [string, number][]): void => {
    const stacked = new Float32Array(parts.reduce((sum, [, rows]) => sum + rows * columns, 0));
    let at = 0;
    for (const [name, rows] of parts) {
      stacked.set(file.tensor(name, rows, columns).data, at);
      at += rows * columns;
    }
    pack(memory.subarray(offset), stacked, columns);
  };

  matrices(layout.embedding, dim, [["embedding", vocabulary.length]]);
  vector(layout.finalNorm, "final_norm");
  for (const [index, layer] of layout.layers.entries()) {
    const named = (part: string): string => `layers.${index}.${part}`;
    vector(layer.attentionNorm, named("attention_norm"));
    matrices(layer.queryKeyValue, dim, [
      [named("query"), dim],
      [named("key"), dim],
      [named("value"), dim],
    ]);
    matrices(layer.output, dim, [[named("output"), dim]]);
    vector(layer.feedNorm, named("feed_norm"));
    matrices(layer.gateUp, dim, [
      [named("gate"), feedForward],
      [named("up"), feedForward],
    ]);
    matrices(layer.down, feedForward, [[named("down"), dim]]);
  }
}
