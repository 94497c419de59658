import { withoutUnseen } from "../../visible.ts";

type Holder = Record<string, unknown>;

/** A value that was read from JSON, its texts without the characters that nobody sees. Changed in place. */
export function seenJson(value: unknown): unknown {
  if (typeof value === "string") return withoutUnseen(value);
  // A list of what is left to do, not a call per level: replies may be deep.
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    const holder = next as Holder;
    for (const key of Object.keys(holder)) {
      const inner = holder[key];
      if (typeof inner === "string") holder[key] = withoutUnseen(inner);
      else left.push(inner);
    }
  }
  return value;
}
