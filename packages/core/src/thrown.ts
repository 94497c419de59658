import { clipLine } from "./visible.ts";

/** Error texts are part of every event, result and log line. Longer ones are rarely more useful. */
const MAX_ERROR_CHARS = 1000;

/**
 * Sanitizes an error text for display anywhere: one line of bounded length, without control characters. A
 * provider's text is sanitized once, when it is received.
 */
export function errorText(text: string, maxChars: number = MAX_ERROR_CHARS): string {
  return clipLine(text, maxChars);
}

/** Message of a thrown value. Anything can be thrown: `null`, a proxy, an object whose getters throw. */
export function readMessage(thrown: unknown): string {
  if (typeof thrown === "string") return errorText(thrown) || "an empty text";
  const message = field(thrown, "message");
  if (typeof message === "string" && message.trim() !== "") return errorText(message);
  return `something without a message was thrown (${typeName(thrown)})`;
}

/** `instanceof`, for values that may throw when they are inspected. */
export function isInstance<T>(
  value: unknown,
  type: abstract new (...parts: never[]) => T,
): value is T {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
}

/** Reads a field of an untrusted value. `undefined` if it is missing or reading it throws. */
export function field(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Duck typing instead of `instanceof`, because frames and some runtimes have their own classes. */
export function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof field(value, "aborted") === "boolean" &&
    typeof field(value, "addEventListener") === "function"
  );
}

/** Describes the type of a value for an error message. */
export function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (isPromiseLike(value)) return "a promise";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object") return `a ${typeof value}`;
  try {
    if (Array.isArray(value)) return "a list";
    const keys = Object.keys(value).slice(0, 10);
    return errorText(keys.length === 0 ? "an empty object" : `an object with ${keys.join(", ")}`);
  } catch {
    return "an object that can't be read";
  }
}

export function isPromiseLike(value: unknown): boolean {
  return typeof field(value, "then") === "function";
}

/** Deeper JSON from a model or a server is rejected, so that recursive functions can't overflow the stack. */
const MAX_JSON_DEPTH = 200;

/** Parses untrusted JSON. `undefined` if it is invalid or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** True if brackets nest deeper than allowed. Ignores brackets in strings. */
export function isTooDeep(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_JSON_DEPTH; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = findStringEnd(text, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return depth > MAX_JSON_DEPTH;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the quotation mark that closes a JSON string, or the end of the text. */
export function findStringEnd(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
