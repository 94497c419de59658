/**
 * Cohen's kappa: 1 is full agreement, 0 is what chance gives. `distance` says how far apart two ratings are, from 0; with
 * one that isn't just same or different it is the weighted kappa. `null` where chance leaves nothing to gain.
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
