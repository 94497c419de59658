/**
 * A copy of plain objects and lists that shares its texts with the original, so that it costs little.
 * Anything else, such as a function or a client object, is passed on unchanged.
 */
export function copyPlain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyPlain) as T;
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const copy = { ...value } as Record<string, unknown>;
  // Most fields are texts and numbers, which the spread has copied already.
  for (const key in copy) {
    const part = copy[key];
    if (typeof part === "object" && part !== null) copy[key] = copyPlain(part);
  }
  return copy as T;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
