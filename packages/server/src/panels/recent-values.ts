/** Returns the value of a key, computed anew if the last one is too old. Callers at the same time share one. */
export type RecentValues<T> = (key: unknown, compute: () => Promise<T>) => Promise<T>;

export function createRecentValues<T>(
  maxAgeMs: number,
  now: () => number = () => performance.now(),
): RecentValues<T> {
  const entries = new Map<unknown, { at: number; value: Promise<T> }>();
  const isRecent = ({ at }: { at: number }): boolean => now() - at < maxAgeMs;

  return (key, compute) => {
    const cached = entries.get(key);
    if (cached && isRecent(cached)) return cached.value;
    for (const [each, old] of entries) if (!isRecent(old)) entries.delete(each);
    const value = compute();
    const entry = { at: now(), value };
    entries.set(key, entry);
    // A failure is reported to those who wait, and the next caller tries again.
    value.catch(() => entries.get(key) === entry && entries.delete(key));
    return value;
  };
}
