import { findStringEnd, isPlainObject, parseJson } from "../../thrown.ts";
import { repairEscapes } from "./latex-escapes.ts";

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
export function jsonObjectLines(text: string, maxCount: number = Infinity): JsonLines[] {
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
    const value =
      to < 0 || text.slice(to, stop).trim() !== "" ? null : parseObject(text.slice(from, to));
    if (value !== null) objects.push({ value, from, to });
    from = text.indexOf("{", value === null ? nextLine : stop + 1);
  }
  return objects;
}

/** Parses strict JSON, after repairing raw line breaks and stray backslashes inside strings. */
function parseObject(text: string): Record<string, unknown> | null {
  const value = parseRepaired(text);
  return isPlainObject(value) ? value : null;
}

/** Parses any JSON value with these repairs. `undefined` if it is invalid or nested too deep. */
export function parseRepairedJson(text: string): unknown {
  return isCutOff(text) ? undefined : parseRepaired(text);
}

function parseRepaired(text: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  const repaired = repairEscapes(text);
  return repaired === text ? undefined : parseJson(repaired);
}

/** True if a text begins as an object or a list and doesn't end as one. No repair helps, and trying takes time. */
function isCutOff(text: string): boolean {
  if (text.startsWith("{")) return !text.trimEnd().endsWith("}");
  return text.startsWith("[") && !text.trimEnd().endsWith("]");
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
