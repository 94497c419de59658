/** Caches the latest results of a pure function, because a debate compares the same few answers repeatedly. */
export function remember<T>(compute: (text: string) => T, capacity = 512): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const hit = cache.get(text);
    if (hit !== undefined) return hit;
    const result = compute(text);
    if (cache.size >= capacity) cache.clear();
    cache.set(text, result);
    return result;
  };
}
