/** A pair described by numbers, and whether it is one answer. */
export interface Example {
  features: readonly number[];
  same: boolean;
}

/** `[f, t, fLow, tLow, fHigh, tHigh, v, v, v, v]`, as the score of prose reads it. */
export type Tree = number[];

export interface Boosted {
  bias: number;
  trees: Tree[];
}

interface Options {
  trees: number;
  rate: number;
  /** The fewest examples that an end may hold. */
  leaf: number;
  /** Holds back the ends that rest on few examples. */
  ridge: number;
  /** For each feature 1 where more of it may only raise the score, -1 where only lower it, 0 for either. */
  directions: readonly number[];
}

const most = 32;

/** Thresholds to try for one feature: midways between its values where they are few, else quantiles. */
function thresholdsOf(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  if (distinct.length <= most) return distinct.slice(0, -1);
  const cuts = Array.from(
    { length: most },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / (most + 1))] ?? 0,
  );
  return [...new Set(cuts)];
}

interface Split {
  feature: number;
  bin: number;
  gain: number;
}

/** Gradient boosting with trees of two levels on the logistic loss. Nothing in it is random. */
export function boost(examples: readonly Example[], options: Options): Boosted {
  const { rate, leaf, ridge } = options;
  const width = examples[0]?.features.length ?? 0;
  const cuts = Array.from({ length: width }, (_, f) =>
    thresholdsOf(examples.map(({ features }) => features[f] ?? 0)),
  );
  const bins = examples.map(({ features }) =>
    Uint8Array.from(cuts, (cut, f) => {
      let bin = 0;
      while (bin < cut.length && (features[f] ?? 0) > (cut[bin] ?? 0)) bin++;
      return bin;
    }),
  );
  const share = examples.filter(({ same }) => same).length / examples.length;
  const bias = Math.log(share / (1 - share));
  const scores = new Float64Array(examples.length).fill(bias);
  const gradient = new Float64Array(examples.length);
  const curvature = new Float64Array(examples.length);

  const bestSplit = (members: readonly number[]): Split | null => {
    let best: Split | null = null;
    for (let feature = 0; feature < width; feature++) {
      const count = (cuts[feature]?.length ?? 0) + 1;
      const g = new Float64Array(count);
      const h = new Float64Array(count);
      const n = new Int32Array(count);
      for (const i of members) {
        const bin = bins[i]?.[feature] ?? 0;
        g[bin] = (g[bin] ?? 0) + (gradient[i] ?? 0);
        h[bin] = (h[bin] ?? 0) + (curvature[i] ?? 0);
        n[bin] = (n[bin] ?? 0) + 1;
      }
      const total = { g: g.reduce((a, b) => a + b, 0), h: h.reduce((a, b) => a + b, 0) };
      const low = { g: 0, h: 0, n: 0 };
      for (let bin = 0; bin < count - 1; bin++) {
        low.g += g[bin] ?? 0;
        low.h += h[bin] ?? 0;
        low.n += n[bin] ?? 0;
        if (low.n < leaf || members.length - low.n < leaf) continue;
        const rise = (total.g - low.g) / (total.h - low.h + ridge) - low.g / (low.h + ridge);
        if (rise * (options.directions[feature] ?? 0) < 0) continue;
        const gain =
          low.g ** 2 / (low.h + ridge) +
          (total.g - low.g) ** 2 / (total.h - low.h + ridge) -
          total.g ** 2 / (total.h + ridge);
        if (gain > (best?.gain ?? 1e-3)) best = { feature, bin, gain };
      }
    }
    return best;
  };

  const valueOf = (members: readonly number[]): number => {
    let g = 0;
    let h = 0;
    for (const i of members) {
      g += gradient[i] ?? 0;
      h += curvature[i] ?? 0;
    }
    return (rate * g) / (h + ridge);
  };

  /** Both sides of a split; everything is on the low side where there is none. */
  const parted = (
    members: readonly number[],
  ): { test: [number, number]; low: number[]; high: number[] } => {
    const split = bestSplit(members);
    if (split === null) return { test: [0, Number.MAX_VALUE], low: [...members], high: [] };
    const { feature, bin } = split;
    const isLow = (i: number): boolean => (bins[i]?.[feature] ?? 0) <= bin;
    return {
      test: [feature, cuts[feature]?.[bin] ?? 0],
      low: members.filter(isLow),
      high: members.filter((i) => !isLow(i)),
    };
  };

  const everybody = examples.map((_, i) => i);
  const trees: Tree[] = [];
  for (let t = 0; t < options.trees; t++) {
    for (const [i, { same }] of examples.entries()) {
      const p = 1 / (1 + Math.exp(-(scores[i] ?? 0)));
      gradient[i] = (same ? 1 : 0) - p;
      curvature[i] = p * (1 - p);
    }
    const top = parted(everybody);
    const low = parted(top.low);
    const high = parted(top.high);
    const ends = [low.low, low.high, high.low, high.high];
    const values = ends.map(valueOf);
    const direction = options.directions[top.test[0]] ?? 0;
    if (direction !== 0 && top.high.length > 0) {
      // What a side adds must not cross the middle, or the ends of the two sides could overtake one another.
      const middle = (valueOf(top.low) + valueOf(top.high)) / 2;
      for (const k of values.keys()) {
        const upper = k >= 2 === direction > 0;
        values[k] = upper ? Math.max(values[k] ?? 0, middle) : Math.min(values[k] ?? 0, middle);
      }
    }
    for (const [k, members] of ends.entries())
      for (const i of members) scores[i] = (scores[i] ?? 0) + (values[k] ?? 0);
    trees.push([...top.test, ...low.test, ...high.test, ...values]);
  }
  return { bias, trees };
}
