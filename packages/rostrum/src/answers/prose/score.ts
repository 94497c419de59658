/**
 * A sum over small trees, each of which asks two questions about a pair's features. A tree is
 * `[f, t, fLow, tLow, fHigh, tHigh, v, v, v, v]`: a feature and its threshold, then those to ask next on
 * either side, then what each of the four ends adds.
 */
export interface Model {
  bias: number;
  trees: readonly (readonly number[])[];
  /** From here on a pair is called the same by rules alone. */
  likelierSame: number;
  /** From here on a pair is the same for certain. */
  settledSame: number;
  /** Below this a pair is different for certain. */
  settledDifferent: number;
}

/** How probable it is that a pair with these features is one answer. */
export function probabilityOf(
  { bias, trees }: Pick<Model, "bias" | "trees">,
  features: readonly number[],
): number {
  let sum = bias;
  for (const tree of trees) {
    const high = (features[tree[0] ?? 0] ?? 0) > (tree[1] ?? 0) ? 1 : 0;
    const higher = (features[tree[2 + 2 * high] ?? 0] ?? 0) > (tree[3 + 2 * high] ?? 0) ? 1 : 0;
    sum += tree[6 + 2 * high + higher] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}
