import { clipLine } from "./visible.ts";

/** Error texts are part of every event, result and log line, and longer ones say nothing more. */
const LONGEST = 1000;

/**
 * The text of an error as it may be shown anywhere: on one line, of bounded length, and without
 * characters that a terminal or a page would obey. A provider's text passes through here once, where
 * it enters.
 */
export function errorText(text: string, longest: number = LONGEST): string {
  // A slice first: some servers answer an error with a whole page, or with megabytes.
  return clipLine(text.slice(0, 8 * longest), longest);
}

/** The text of a thrown value. Anything can be thrown: `null`, a proxy, an object whose getters throw. */
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

/** One field of a value from outside; `undefined` where there is none or reading it throws. */
export function field(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null)
    return undefined;
  try {
    return (value as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Not `instanceof`, because a frame has its own classes, and some runtimes bring their own. */
export function isSignal(value: unknown): value is AbortSignal {
  return (
    typeof field(value, "aborted") === "boolean" &&
    typeof field(value, "addEventListener") === "function"
  );
}

/** The kind of a value, in words for an error message. */
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

/** JSON of a model or a server that is nested deeper counts as no JSON, so that every function can walk what is read. */
const MAX_JSON_DEPTH = 200;

/** Reads JSON from outside; `undefined` for what isn't JSON or is nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether more brackets are open at once than JSON may have. Brackets in strings don't count. */
export function isTooDeep(text: string): boolean {
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

/** Where the quotation mark stands that closes a JSON string; the end of the text if none does. */
export function findStringEnd(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
