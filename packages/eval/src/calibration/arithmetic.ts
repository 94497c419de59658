/** Number of pairs among so many. */
export function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
