import { ConfigError } from "../../errors.ts";
import { isPromiseLike, typeName } from "../../thrown.ts";

/**
 * Whether a caller's own reader or schema found an answer. One that JSON can't hold is an error: answers
 * stand in events, journals and results.
 */
export function isAnswer<A>(value: A | undefined, field: string): value is A {
  // What `Number()` makes of a text that is not a number, and what JSON has no word for.
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) return false;
  if (isJson(value)) return true;
  throw new ConfigError(
    field,
    `expected a value that JSON can hold, got ${typeName(value)}: return a text, a number, a list or a plain object`,
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
