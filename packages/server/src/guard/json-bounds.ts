import { HttpError } from "../http-error.ts";
import { countAttachedBytes } from "../openai/content-parts.ts";

/** Deeper than any valid request, and shallow enough for every function that walks it. */
const MAX_LEVELS = 100;
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Opening and closing brackets by their code: `[`, `{` and `]`, `}`. */
const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;

/**
 * A body as JSON; `undefined` if it isn't JSON. Its levels and values are counted in the bytes first, so that a value
 * that is too large to walk is never built. In a body with files, everything except the files may have `textBytes`.
 */
export function parseBody(bytes: Uint8Array, textBytes: number): unknown {
  checkBounds(bytes, textBytes);
  const text = decodeText(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (bytes.length > textBytes && bytes.length - countFileBytes(value) > textBytes)
    throw tooLarge(textBytes);
  return value;
}

/** Refuses other encodings: read as UTF-8, they would be another question. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, "not_utf8", "expected a body in UTF-8, got bytes of another encoding");
  }
}

/** Number of bytes in a body that belong to a question's files. */
function countFileBytes(body: unknown): number {
  const { context, messages, input } = Object(body) as Record<string, unknown>;
  const items: unknown[] = Array.isArray(context) ? context : [];
  const attached = countAttachedBytes(messages) + countAttachedBytes(input);
  return items.reduce<number>((bytes, item) => {
    const { data } = Object(item) as { data?: unknown };
    return typeof data === "string" ? bytes + data.length : bytes;
  }, attached);
}

/** Index of the quote that ends a string begun before `from`: the first after an even number of backslashes. */
function findStringEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (before > from && bytes[before - 1] === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length;
}

function checkBounds(bytes: Uint8Array, textBytes: number): void {
  let level = 0;
  let values = 1;
  let outside = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] as number;
    outside += 1;
    if (outside > textBytes) throw tooLarge(textBytes);
    if (code === QUOTE) at = findStringEnd(bytes, at + 1);
    else if (opens(code)) {
      level += 1;
      values += 1;
      if (level > MAX_LEVELS) throw tooMuch("too_deep", `${MAX_LEVELS} levels`);
    } else if (closes(code)) level -= 1;
    else if (code === COMMA) values += 1;
    if (values > MAX_VALUES) throw tooMuch("too_many_values", `${MAX_VALUES} values`);
  }
}

function tooMuch(code: string, bound: string): HttpError {
  return new HttpError(400, code, `expected a body of at most ${bound}, got more`);
}

export function tooLarge(maxBytes: number): HttpError {
  return new HttpError(413, "too_large", `expected a body of at most ${maxBytes} bytes`);
}

/** Measures the depth of a value and the number of values in it. Counting ends at the bounds. */
export function measureSize(
  root: unknown,
  maxLevels: number,
  maxValues: number,
): { levels: number; values: number } {
  let level = [root];
  let levels = 0;
  let values = 0;
  while (level.length > 0 && levels <= maxLevels && values <= maxValues) {
    levels += 1;
    values += level.length;
    const inner: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const part of Object.values(value)) inner.push(part);
    }
    level = inner;
  }
  return { levels, values };
}
