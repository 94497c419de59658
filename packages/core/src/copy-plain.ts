/**
 * A copy of plain objects and lists that shares its texts with the original, so that it costs little.
 * Anything else, such as a function or a client object, is passed on unchanged, or copied by `copyOther` if it is an
 * object.
 */
export function copyPlain<T>(value: T, copyOther: (other: unknown) => unknown = passOn): T {
  if (Array.isArray(value)) return value.map((part: unknown) => copyPlain(part, copyOther)) as T;
  if (typeof value !== "object" || value === null) return value;
  if (!isPlain(value)) return copyOther(value) as T;
  const copy = { ...value } as Record<string, unknown>;
  // Most fields are texts and numbers, which the spread has copied already.
  for (const key in copy) {
    const part = copy[key];
    if (typeof part === "object" && part !== null) copy[key] = copyPlain(part, copyOther);
  }
  return copy as T;
}

const passOn = (other: unknown): unknown => other;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
