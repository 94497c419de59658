import { fillFirstLayerInputs } from "./first-layer-inputs.ts";
import { chooseToken, type TokenDraw } from "./choose-token.ts";
import type { KernelFactory } from "./kernel.ts";
import { CHUNK, planLayout } from "./layout.ts";
import { loadWeights } from "./load-network.ts";
import { planPass } from "./pass.ts";
import { readSafetensors } from "./safetensors.ts";
import { readSettings, type NetworkSettings } from "./settings.ts";

const ROTATION_BASE = 10_000;

/** A decoder with the cache of the tokens it has read. */
export interface Network {
  readonly settings: NetworkSettings;
  readonly kernel: "wasm" | "plain";
  readonly memoryBytes: number;
  /**
   * Starts a new prompt, and returns how many of its tokens are still cached because the last prompt started the same
   * way: debaters that share a network get the same question. Always less than the length of the prompt.
   */
  begin(prompt: readonly number[]): number;
  /** Reads up to `CHUNK` tokens. */
  read(tokens: readonly number[]): void;
  /** Draws the token after the last one read. */
  choose(temperature: number, random: () => number): TokenDraw;
}

export function createNetwork(file: ArrayBuffer, kernelFor: KernelFactory): Network {
  const weights = readSafetensors(file);
  const settings = readSettings(weights.metadata);
  const { dim, vocabulary } = settings;
  const layout = planLayout(settings);
  const kernel = kernelFor(layout.floats, planPass(layout, settings));
  const { memory } = kernel;
  loadWeights(memory, layout, settings, weights);

  memory.set(computeRotation(dim / settings.heads, layout.capacity), layout.rotation);
  fillFirstLayerInputs(kernel, layout, settings);
  /** Tokens whose keys and values are in memory. */
  const cachedTokens: number[] = [];

  const copyFirstLayerInput = (token: number, index: number): void => {
    const from = layout.firstLayerInputs + token * 4 * dim;
    memory.copyWithin(layout.state + index * dim, from, from + dim);
    memory.copyWithin(layout.queryKeyValue + index * 3 * dim, from + dim, from + 4 * dim);
  };
  return {
    settings,
    kernel: kernel.kind,
    memoryBytes: memory.byteLength,
    begin(prompt) {
      const firstDifference = cachedTokens.findIndex((token, index) => token !== prompt[index]);
      cachedTokens.length = Math.min(
        firstDifference === -1 ? cachedTokens.length : firstDifference,
        Math.max(0, prompt.length - 1),
      );
      return cachedTokens.length;
    },
    read(tokens) {
      const count = tokens.length;
      const position = cachedTokens.length;
      if (count === 0 || count > CHUNK || position + count > layout.capacity) {
        throw new RangeError(`${count} tokens at position ${position} don't fit`);
      }
      tokens.forEach(copyFirstLayerInput);
      kernel.pass(position, count);
      cachedTokens.push(...tokens);
    },
    choose(temperature, random) {
      return chooseToken(
        kernel,
        layout.logits,
        vocabulary.length,
        layout.drawScratch,
        temperature,
        random,
      );
    },
  };
}

/**
 * The angles by which pairs of features are turned, which grow with the position: how attention knows
 * distances. For every position and every two pairs, the four cosines and then the four sines that their
 * features are multiplied with, as `Kernel.attend` expects them.
 */
function computeRotation(headSize: number, capacity: number): Float32Array {
  const table = new Float32Array(capacity * headSize * 2);
  for (let position = 0; position < capacity; position++) {
    for (let feature = 0; feature < headSize; feature++) {
      const angle = position / ROTATION_BASE ** ((feature & ~1) / headSize);
      const at = position * headSize * 2 + 2 * (feature & ~3) + (feature & 3);
      table[at] = Math.cos(angle);
      table[at + 4] = feature % 2 === 0 ? -Math.sin(angle) : Math.sin(angle);
    }
  }
  return table;
}
