import { isInstance } from "@rostrum/core/support";

const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;
const MAX_CHARACTERS = 1_000_000;
const TOO_LARGE = "[too large]";

/**
 * Copies a value from outside as plain JSON, whatever it contains: functions, big integers, cycles, getters that
 * throw, and objects too large to keep. Values without a JSON form are named in brackets.
 */
export function plainJson(input: unknown): unknown {
  /** The objects around the value that is being written. */
  const ancestors: object[] = [];
  let remainingValues = MAX_VALUES;
  function replace(this: object, _key: string, value: unknown): unknown {
    if (--remainingValues < 0) throw new RangeError(TOO_LARGE);
    if (typeof value === "function") return "[function]";
    if (typeof value === "bigint") return String(value);
    if (typeof value !== "object" || value === null) return value;
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (isInstance(value, Error)) return value.message;
    ancestors.splice(ancestors.indexOf(this) + 1);
    if (ancestors.includes(value)) return "[circular]";
    if (ancestors.length >= MAX_DEPTH) return "[too deep]";
    ancestors.push(value);
    return value;
  }
  try {
    const text = JSON.stringify(input, replace) ?? "null";
    // `JSON.parse` treats the key `__proto__` as an ordinary one.
    return text.length > MAX_CHARACTERS ? TOO_LARGE : JSON.parse(text);
  } catch {
    return remainingValues < 0 ? TOO_LARGE : "[unreadable]";
  }
}
