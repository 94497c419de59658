import { attend } from "./attention.ts";
import { LANES, blocksFor, type KernelFactory } from "./kernel.ts";
import { CHUNK, layoutOf } from "./layout.ts";
import { loadWeights } from "./load-network.ts";
import { rotationFor } from "./rotation.ts";
import { readSafetensors } from "./safetensors.ts";
import { readSettings, type NetworkSettings } from "./settings.ts";
import { addTo, gate, normalise } from "./vector-math.ts";

/** A decoder with its memory of what it has read so far. */
export interface Network {
  readonly settings: NetworkSettings;
  readonly kernel: "wasm" | "plain";
  readonly memoryBytes: number;
  /** Forgets everything read. */
  reset(): void;
  /** Reads up to `CHUNK` tokens and returns the logits for what comes next (overwritten by the next call). */
  read(tokens: readonly number[]): Float32Array;
}

export function createNetwork(file: ArrayBuffer, kernelFor: KernelFactory): Network {
  const weights = readSafetensors(file);
  const settings = readSettings(weights.metadata);
  const { dim, heads, feedForward, vocabulary } = settings;
  const layout = layoutOf(settings);
  const kernel = kernelFor(layout.floats);
  const { memory, multiply } = kernel;
  loadWeights(memory, layout, settings, weights);

  const shape = { dim, heads, headSize: dim / heads };
  const rotation = rotationFor(shape.headSize, layout.capacity);
  const logits = memory.subarray(layout.logits, layout.logits + vocabulary.length);
  const gateWidth = blocksFor(2 * feedForward) * LANES;
  let position = 0;

  const embed = (token: number, target: number): void => {
    const row = layout.embedding + Math.floor(token / LANES) * dim * LANES + (token % LANES);
    for (let i = 0; i < dim; i++) memory[target + i] = memory[row + i * LANES] as number;
  };
  const normaliseAll = (weight: number, tokens: number): void => {
    for (let at = 0; at < tokens * dim; at += dim) {
      normalise(memory, layout.normed + at, layout.state + at, weight, dim);
    }
  };

  return {
    settings,
    kernel: kernel.kind,
    memoryBytes: memory.byteLength,
    reset() {
      position = 0;
    },
    read(tokens) {
      const count = tokens.length;
      if (count === 0 || count > CHUNK || position + count > layout.capacity) {
        throw new RangeError(`${count} tokens at position ${position} don't fit`);
      }
      const { state, normed, queryKeyValue, mixed, change, gateUp } = layout;
      for (const [index, token] of tokens.entries()) embed(token, state + index * dim);
      for (const layer of layout.layers) {
        normaliseAll(layer.attentionNorm, count);
        multiply(
          queryKeyValue,
          layer.queryKeyValue,
          normed,
          blocksFor(3 * dim),
          dim,
          dim * LANES,
          count,
          dim,
          3 * dim,
        );
        attend(kernel, layout, layer, rotation, shape, position, count);
        multiply(change, layer.output, mixed, blocksFor(dim), dim, dim * LANES, count, dim, dim);
        addTo(memory, state, change, count * dim);
        normaliseAll(layer.feedNorm, count);
        multiply(
          gateUp,
          layer.gateUp,
          normed,
          gateWidth / LANES,
          dim,
          dim * LANES,
          count,
          dim,
          gateWidth,
        );
        for (let token = 0; token < count; token++)
          gate(memory, gateUp + token * gateWidth, feedForward);
        multiply(
          change,
          layer.down,
          gateUp,
          blocksFor(dim),
          feedForward,
          feedForward * LANES,
          count,
          gateWidth,
          dim,
        );
        addTo(memory, state, change, count * dim);
      }
      position += count;
      normalise(memory, normed, state + (count - 1) * dim, layout.finalNorm, dim);
      multiply(
        layout.logits,
        layout.embedding,
        normed,
        blocksFor(vocabulary.length),
        dim,
        dim * LANES,
        1,
        dim,
        0,
      );
      return logits;
    },
  };
}
