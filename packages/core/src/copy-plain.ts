/**
 * Copies plain objects and lists. Strings are shared with the original, so a copy is cheap. Other values,
 * such as functions or client objects, are passed through, or converted by `copyOther` if they are objects.
 */
export function copyPlain<T>(value: T, copyOther: (other: unknown) => unknown = identity): T {
  if (Array.isArray(value)) return value.map((part: unknown) => copyPlain(part, copyOther)) as T;
  if (typeof value !== "object" || value === null) return value;
  if (!isPlain(value)) return copyOther(value) as T;
  const copy = { ...value } as Record<string, unknown>;
  // Most fields are strings and numbers, which the spread has already copied.
  for (const key in copy) {
    const part = copy[key];
    if (typeof part === "object" && part !== null) copy[key] = copyPlain(part, copyOther);
  }
  return copy as T;
}

const identity = (other: unknown): unknown => other;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
