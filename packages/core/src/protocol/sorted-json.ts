/**
 * JSON with sorted keys: equal for equal values, in whatever order a database or a client sends their fields. Stored
 * digests and seals are made of it, so the text for a value must never change.
 */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
