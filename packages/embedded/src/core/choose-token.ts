import { EXP_MOST, exponential } from "./exponential.ts";
import type { Kernel } from "./kernel.ts";
import { sumInLanes } from "./rows.ts";

export interface Chosen {
  token: number;
  /** Natural logarithm of its probability at temperature 1, whatever temperature it was drawn at. */
  logProbability: number;
}

/** Where the weights of a draw begin in the scratch space: what is left there for the caller comes first. */
export const WEIGHTS = 4;

const f = Math.fround;

/** Draws a token from the logits at an offset in the kernel's memory. */
export function chooseToken(
  kernel: Kernel,
  logits: number,
  count: number,
  scratch: number,
  temperature: number,
  random: () => number,
): Chosen {
  const { memory } = kernel;
  const share = temperature > 0 ? random() : 0;
  const token = kernel.choose(logits, count, scratch, temperature, share);
  const [top, total] = [memory[scratch] as number, memory[scratch + 1] as number];
  return { token, logProbability: (memory[logits + token] as number) - top - Math.log(total) };
}

/** `Kernel.choose` without WebAssembly. */
export function choose(
  memory: Float32Array,
  logits: number,
  count: number,
  scratch: number,
  temperature: number,
  share: number,
): number {
  const logit = (token: number): number => memory[logits + token] as number;
  let best = 1;
  for (let token = 2; token < count; token++) if (logit(token) > logit(best)) best = token;
  const top = logit(best);
  const power = (x: number): number => exponential(Math.min(x, EXP_MOST));
  memory[scratch] = top;
  memory[scratch + 1] = sumInLanes(count, (token) => power(f(logit(token) - top)));
  const heat = f(temperature);
  return heat > 0 ? draw(count, share, (token) => power(f(f(logit(token) - top) / heat))) : best;
}

function draw(count: number, share: number, weightOf: (token: number) => number): number {
  const weights = Array.from({ length: count }, (_, token) => (token === 0 ? 0 : weightOf(token)));
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (let token = 1; token < count; token++) {
    left -= weights[token] as number;
    if (left < 0) return token;
  }
  // Rounding can leave a small remainder, which belongs to the last token that can be drawn.
  return weights.findLastIndex((weight) => weight > 0);
}
