/** Log likelihood of wrong answers falling into groups of these sizes, where two coincide with this probability. */
export function logEwens(sizes: readonly number[], sharing: number): number {
  const theta = (1 - sharing) / sharing;
  let log = 0;
  let drawn = 0;
  for (const size of sizes) {
    log += Math.log(theta);
    for (let k = 1; k < size; k++) log += Math.log(k);
    drawn += size;
  }
  for (let k = 0; k < drawn; k++) log -= Math.log(theta + k);
  return log;
}
