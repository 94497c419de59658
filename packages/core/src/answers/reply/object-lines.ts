import { findStringEnd, isPlainObject } from "../../thrown.ts";

/** A JSON object that fills whole lines of a text. */
export interface JsonLines {
  value: Record<string, unknown>;
  from: number;
  to: number;
}

/**
 * Bound on repeated scans of unclosed objects, as a multiple of the text's length, so that time stays linear.
 */
const MAX_SCANS = 4;

/**
 * JSON objects that fill whole lines: the whole text, in a fence, or between other lines. Ignores objects
 * inside a line, and quotations. Stops after `maxCount` objects.
 */
export function findObjectLines(
  text: string,
  parse: (json: string) => unknown,
  maxCount: number = Infinity,
): JsonLines[] {
  const objects: JsonLines[] = [];
  let remainingWork = MAX_SCANS * text.length + 1000;
  let from = text.indexOf("{");
  while (from >= 0 && objects.length < maxCount && remainingWork > 0) {
    const nextLine = endOfLine(text, from) + 1;
    if (!startsLine(text, from) || !mayBeObject(text, from)) {
      from = text.indexOf("{", nextLine);
      continue;
    }
    const to = endOfObject(text, from);
    remainingWork -= (to < 0 ? text.length : to) - from;
    const stop = to < 0 ? -1 : endOfLine(text, to);
    const value = to < 0 || text.slice(to, stop).trim() !== "" ? null : parse(text.slice(from, to));
    const isObject = isPlainObject(value);
    if (isObject) objects.push({ value, from, to });
    from = text.indexOf("{", isObject ? stop + 1 : nextLine);
  }
  return objects;
}

/** True if a key or the end of the object follows the brace. */
function mayBeObject(text: string, at: number): boolean {
  OBJECT_START.lastIndex = at + 1;
  return OBJECT_START.test(text);
}

const OBJECT_START = /\s*["}]/y;

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** True if nothing but spaces precedes a position in its line. */
function startsLine(text: string, position: number): boolean {
  let at = position - 1;
  while (at >= 0 && (text[at] === " " || text[at] === "\t")) at--;
  return at < 0 || text[at] === "\n";
}

/** Position after the closing brace of the object. -1 if it is never closed. */
function endOfObject(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) at = findStringEnd(text, at);
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return at + 1;
  }
  return -1;
}
