/** Probability that at most `count` of `trials` happen, each with probability `chance`. */
export function binomialAtMost(count: number, trials: number, chance: number): number {
  if (count >= trials || chance <= 0) return 1;
  if (chance >= 1) return 0;
  const odds = Math.log(chance / (1 - chance));
  let log = trials * Math.log(1 - chance);
  let sum = Math.exp(log);
  for (let k = 1; k <= count; k++) {
    log += Math.log((trials - k + 1) / k) + odds;
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

/** Probability that at least `count` of `trials` happen. */
export function binomialAtLeast(count: number, trials: number, chance: number): number {
  return count <= 0 ? 1 : 1 - binomialAtMost(count - 1, trials, chance);
}
