export interface Chosen {
  token: number;
  /** Natural logarithm of its probability at temperature 1, whatever temperature it was drawn at. */
  logProbability: number;
}

/** Draws a token; temperature 0 takes the likeliest. Token 0 is padding and never drawn. */
export function chooseToken(
  logits: Float32Array,
  temperature: number,
  random: () => number,
): Chosen {
  let best = 1;
  for (let token = 2; token < logits.length; token++) {
    if ((logits[token] as number) > (logits[best] as number)) best = token;
  }
  const top = logits[best] as number;
  const token = temperature > 0 ? draw(logits, top, temperature, random()) : best;
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - top);
  return { token, logProbability: (logits[token] as number) - top - Math.log(total) };
}

function draw(logits: Float32Array, top: number, temperature: number, share: number): number {
  const weights = Array.from(logits, (logit) => Math.exp((logit - top) / temperature));
  weights[0] = 0;
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  for (let token = 1; token < weights.length; token++) {
    left -= weights[token] as number;
    if (left < 0) return token;
  }
  // Rounding can leave a small remainder, which belongs to the last token that can be drawn.
  return weights.findLastIndex((weight) => weight > 0);
}
