const MAX_DEPTH = 100;

function write(value: unknown, depth: number): string {
  // Unsorted, so that values which differ further down still differ.
  if (depth > MAX_DEPTH) return JSON.stringify(value) ?? "null";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  // Dates, URLs and the like have no fields: without their JSON, all of them would be equal.
  if (hasJson(value)) return write(value.toJSON(), depth + 1);
  if (value instanceof Map) return `Map${write([...value], depth + 1)}`;
  if (value instanceof Set)
    return `Set[${[...value]
      .map((item) => write(item, depth + 1))
      .sort()
      .join(",")}]`;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1)}`).join(",")}}`;
}

function hasJson(value: object): value is { toJSON: () => unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

/**
 * JSON with sorted keys: equal for values with equal content. Never throws. Unlike `toSortedJson`, it tells values
 * apart that JSON can't, such as maps and NaN, because a program's schema may return them.
 */
export function stableJson(value: unknown): string {
  try {
    return write(value, 0);
  } catch {
    return "null";
  }
}
