import { fillBeginnings } from "./beginnings.ts";
import { chooseToken, type Chosen } from "./choose-token.ts";
import type { KernelFactory } from "./kernel.ts";
import { CHUNK, layoutOf } from "./layout.ts";
import { loadWeights } from "./load-network.ts";
import { passOf } from "./pass.ts";
import { rotationFor } from "./rotation.ts";
import { readSafetensors } from "./safetensors.ts";
import { readSettings, type NetworkSettings } from "./settings.ts";

/** A decoder with its memory of what it has read so far. */
export interface Network {
  readonly settings: NetworkSettings;
  readonly kernel: "wasm" | "plain";
  readonly memoryBytes: number;
  /**
   * Begins anew with a prompt, and says how many of its tokens need not be read because the last prompt
   * began the same way: debaters with one network are asked the same question. Never all of them.
   */
  begin(prompt: readonly number[]): number;
  /** Reads up to `CHUNK` tokens. */
  read(tokens: readonly number[]): void;
  /** Draws what comes after the last token read. */
  choose(temperature: number, random: () => number): Chosen;
}

export function createNetwork(file: ArrayBuffer, kernelFor: KernelFactory): Network {
  const weights = readSafetensors(file);
  const settings = readSettings(weights.metadata);
  const { dim, vocabulary } = settings;
  const layout = layoutOf(settings);
  const kernel = kernelFor(layout.floats, passOf(layout, settings));
  const { memory } = kernel;
  loadWeights(memory, layout, settings, weights);

  memory.set(rotationFor(dim / settings.heads, layout.capacity), layout.rotation);
  fillBeginnings(kernel, layout, settings);
  /** Tokens whose keys and values are in memory. */
  const heard: number[] = [];

  const place = (token: number, index: number): void => {
    const from = layout.beginnings + token * 4 * dim;
    memory.copyWithin(layout.state + index * dim, from, from + dim);
    memory.copyWithin(layout.queryKeyValue + index * 3 * dim, from + dim, from + 4 * dim);
  };
  return {
    settings,
    kernel: kernel.kind,
    memoryBytes: memory.byteLength,
    begin(prompt) {
      const same = heard.findIndex((token, index) => token !== prompt[index]);
      heard.length = Math.min(same === -1 ? heard.length : same, Math.max(0, prompt.length - 1));
      return heard.length;
    },
    read(tokens) {
      const count = tokens.length;
      const position = heard.length;
      if (count === 0 || count > CHUNK || position + count > layout.capacity) {
        throw new RangeError(`${count} tokens at position ${position} don't fit`);
      }
      tokens.forEach(place);
      kernel.pass(position, count);
      heard.push(...tokens);
    },
    choose(temperature, random) {
      return chooseToken(
        kernel,
        layout.logits,
        vocabulary.length,
        layout.draw,
        temperature,
        random,
      );
    },
  };
}
