import { EXP_MAX, exponential } from "./exponential.ts";
import type { Kernel } from "./kernel.ts";
import { sumInLanes } from "./rows.ts";

export interface TokenDraw {
  token: number;
  /** Natural logarithm of its probability at temperature 1, whatever temperature it was drawn at. */
  logProbability: number;
}

/** Offset of a draw's weights in the scratch space, after the values that are returned to the caller. */
export const WEIGHTS_OFFSET = 4;

const f = Math.fround;

/** Draws a token from the logits at an offset in the kernel's memory. */
export function chooseToken(
  kernel: Kernel,
  logits: number,
  count: number,
  scratch: number,
  temperature: number,
  random: () => number,
): TokenDraw {
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
  const power = (x: number): number => exponential(Math.min(x, EXP_MAX));
  memory[scratch] = top;
  memory[scratch + 1] = sumInLanes(count, (token) => power(f(logit(token) - top)));
  const singleTemperature = f(temperature);
  return singleTemperature > 0
    ? draw(count, share, (token) => power(f(f(logit(token) - top) / singleTemperature)))
    : best;
}

function draw(count: number, share: number, weightOf: (token: number) => number): number {
  const weights = Array.from({ length: count }, (_, token) => (token === 0 ? 0 : weightOf(token)));
  let remainder = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (let token = 1; token < count; token++) {
    remainder -= weights[token] as number;
    if (remainder < 0) return token;
  }
  // A rounding error can leave a small remainder, which goes to the last token with a weight.
  return weights.findLastIndex((weight) => weight > 0);
}
