/**
 * Cohen's kappa: 1 is full agreement, 0 is agreement by chance. `distance` is 0 for equal ratings; with more than two
 * distances it is the weighted kappa. `null` if chance alone gives full agreement.
 */
export function computeKappa<T>(
  pairs: readonly (readonly [T, T])[],
  distance: (a: T, b: T) => number = (a, b) => Number(a !== b),
): number | null {
  const first = Map.groupBy(pairs, ([a]) => a);
  const second = Map.groupBy(pairs, ([, b]) => b);
  let observed = 0;
  for (const [a, b] of pairs) observed += distance(a, b) / pairs.length;
  let expected = 0;
  for (const [a, { length: as }] of first) {
    for (const [b, { length: bs }] of second) {
      expected += (distance(a, b) * as * bs) / pairs.length ** 2;
    }
  }
  return expected === 0 ? null : 1 - observed / expected;
}
