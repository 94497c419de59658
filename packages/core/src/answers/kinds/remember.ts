/** Caches the latest results of a pure function, because a debate compares the same few answers repeatedly. */
export function remember<T>(compute: (text: string) => T, capacity = 512): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const hit = known.get(text);
    if (hit !== undefined) return hit;
    const result = compute(text);
    if (known.size >= capacity) known.clear();
    known.set(text, result);
    return result;
  };
}
