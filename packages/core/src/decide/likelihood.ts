/** Probability that two errors coincide on a question that misleads all members in the same way. */
const TRAP_SHARING = 0.9;

/**
 * Log likelihood of wrong answers forming groups of these sizes: Ewens' sampling formula, whose only
 * parameter is how often two of them coincide, mixed with questions that are traps.
 */
export function logWrongGroups(sizes: readonly number[], sharing: number, traps: number): number {
  const usual = Math.log(1 - traps) + logEwens(sizes, concentration(sharing));
  if (traps <= 0) return usual;
  return logSum(usual, Math.log(traps) + logEwens(sizes, concentration(TRAP_SHARING)));
}

/** Share of the likelihood that traps explain. */
export function trapShare(sizes: readonly number[], sharing: number, traps: number): number {
  const trapped = Math.log(traps) + logEwens(sizes, concentration(TRAP_SHARING));
  return Math.exp(trapped - logWrongGroups(sizes, sharing, traps));
}

/** Inverse of the probability 1 / (1 + concentration) that two draws coincide. */
function concentration(sharing: number): number {
  return (1 - sharing) / sharing;
}

function logEwens(sizes: readonly number[], theta: number): number {
  let log = 0;
  let drawCount = 0;
  for (const size of sizes) {
    log += Math.log(theta);
    for (let k = 1; k < size; k++) log += Math.log(k);
    drawCount += size;
  }
  for (let k = 0; k < drawCount; k++) log -= Math.log(theta + k);
  return log;
}

export function logSum(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === -Infinity ? high : high + Math.log(Math.exp(a - high) + Math.exp(b - high));
}
