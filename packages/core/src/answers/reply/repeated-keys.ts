import { findStringEnd } from "../../thrown.ts";

/** Values of an open object as they are written, by key. `null`: a list. */
type OpenContainer = { values: Map<string, string>; key: string | null; valueFrom: number } | null;

/** True if any object of valid JSON gives a key twice with different values. */
export const repeatsKey = (json: string): boolean => findUncertainFields(json).size > 0;

/**
 * Fields of valid JSON that are given twice, or contain an object with such a field: a parser would keep the last value.
 * Only values that are written differently count. The name is empty if the JSON is a list.
 */
export function findUncertainFields(json: string): Set<string> {
  const uncertain = new Set<string>();
  const open: OpenContainer[] = [];
  let text: string | null = null;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    const container = open.at(-1) ?? null;
    if (sign === '"') {
      const end = findStringEnd(json, at);
      text = json.slice(at + 1, end);
      at = end;
    } else if (sign === "{") open.push({ values: new Map(), key: null, valueFrom: 0 });
    else if (sign === "[") open.push(null);
    else if (sign === ":" && container !== null && container.key === null) {
      container.key = text === null ? null : readKey(text);
      container.valueFrom = at + 1;
    } else if (sign === "," || sign === "}" || sign === "]") {
      if (container !== null && container.key !== null) {
        const { values, key, valueFrom } = container;
        const value = json.slice(valueFrom, at).trim();
        if ((values.get(key) ?? value) !== value) uncertain.add(open[0]?.key ?? "");
        values.set(key, value);
        container.key = null;
      }
      if (sign !== ",") open.pop();
    }
  }
  return uncertain;
}

/** A key may be written with escapes. */
function readKey(written: string): string {
  if (!written.includes("\\")) return written;
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}
