import { field, isInstance } from "../thrown.ts";

/** Any value as JSON. What JSON can't represent is named in brackets. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const DEEPEST = 32;
const MOST_VALUES = 10_000;
const MOST_CHARACTERS = 1_000_000;
const TOO_LARGE = "[too large]";

/**
 * A copy of a value from outside that is plain JSON, whatever the value does: functions, big integers,
 * cycles, getters that throw, and objects too large to keep.
 */
export function plainJson(given: unknown): Json {
  let values = MOST_VALUES;
  let characters = MOST_CHARACTERS;
  return copyPart(() => given, []) ?? null;

  /** `undefined` if JSON would leave the part out. */
  function copyPart(read: () => unknown, within: readonly object[]): Json | undefined {
    try {
      return copyValue(read(), within);
    } catch {
      return "[unreadable]";
    }
  }

  function copyValue(value: unknown, within: readonly object[]): Json | undefined {
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (typeof value === "string" || typeof value === "bigint") return copyText(String(value));
    if (typeof value === "function") return "[function]";
    if (typeof value !== "object") return undefined;
    if (within.includes(value)) return "[circular]";
    if (within.length >= DEEPEST) return "[too deep]";
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    const inner = [...within, value];
    if (Array.isArray(value)) return copyList(value, inner);
    if (isInstance(value, Error)) return copyText(String(field(value, "message")));
    const own = field(value, "toJSON");
    if (typeof own === "function") return copyValue(own.call(value, ""), inner);
    return copyFields(value as Record<string, unknown>, inner);
  }

  function copyList(list: readonly unknown[], within: readonly object[]): Json[] {
    const copy: Json[] = [];
    for (let at = 0; at < list.length; at++) {
      if (--values < 0) return [...copy, TOO_LARGE];
      copy.push(copyPart(() => list[at], within) ?? null);
    }
    return copy;
  }

  function copyFields(value: Record<string, unknown>, within: readonly object[]): Json {
    const entries: [string, Json][] = [];
    for (const key of Object.keys(value)) {
      if (--values < 0) {
        entries.push(["…", TOO_LARGE]);
        break;
      }
      const part = copyPart(() => value[key], within);
      if (part !== undefined) entries.push([copyText(key), part]);
    }
    // A key may be `__proto__`, which an assignment would obey.
    return Object.fromEntries(entries);
  }

  function copyText(text: string): string {
    if (text.length > characters) return TOO_LARGE;
    characters -= text.length;
    return text;
  }
}
