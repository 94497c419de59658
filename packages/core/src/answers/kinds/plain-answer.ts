import { ConfigError } from "../../errors.ts";
import { isPromiseLike, typeName } from "../../thrown.ts";

/**
 * True if a custom reader or schema returned an answer. Throws if JSON can't represent it, because answers
 * are part of events, journals and results.
 */
export function isAnswer<A>(value: A | undefined, field: string): value is A {
  // `Number()` returns NaN for a text that is not a number. JSON can't represent it.
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return false;
  if (isJson(value)) return true;
  throw new ConfigError(
    field,
    `expected a value that JSON can represent, got ${typeName(value)}: return a text, a number, a list or a plain object`,
  );
}

function isJson(value: unknown): boolean {
  if (typeof value === "string") return true;
  if (isPromiseLike(value)) return false;
  try {
    // `undefined` for a function or a symbol; a cycle or a big integer throws.
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}
