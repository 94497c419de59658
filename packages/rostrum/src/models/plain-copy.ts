/**
 * A copy of plain objects and lists that shares its texts with the original, so that it costs little.
 * Anything else, such as a function or a client object, is handed on as it is.
 */
export function plainCopy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plainCopy) as T;
  if (typeof value !== "object" || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, plainCopy(part)]),
  ) as T;
}
