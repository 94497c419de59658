import { jsonrepair } from "jsonrepair";
import { mendEscapes } from "./latex-escapes.ts";

/** JSON has no `undefined`, so it can mean that there was no value. */
export type Json = unknown;

/**
 * Repairing rewrites the text at each fault, so its time grows with the text and with what stands outside
 * of strings: the product is bounded. Beyond it a reply is read field by field instead.
 */
const mostRepairWork = 2_000_000;
const longestRepaired = 50_000;
const deepestRepaired = 40;

/** Where the repairer may end a string whose end is in doubt. */
const delimiters = ',:;[]{}()/+"\n';
const endOfString = /\s{0,100}(?:[,:}\]]|$)/y;

function endsWell(text: string, quote: number): boolean {
  endOfString.lastIndex = quote + 1;
  return endOfString.test(text);
}

function isWorthRepairing(text: string): boolean {
  if (text.length > longestRepaired) return false;
  let [outside, inside, depth] = [0, 0, 0];
  let inString = false;
  // After a string whose end is in doubt, what looks like the inside of strings may not be.
  let inDoubt = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      if (inString) inDoubt ||= !endsWell(text, i);
      else if (!inDoubt) inside = 0;
      inString = !inString;
    }
    if (inString) {
      if (code === 92) i++;
      else if (delimiters.includes(text.charAt(i))) inside++;
      continue;
    }
    // An escape outside of a string makes the repairer guess, and go back, over and over.
    if (code === 92) return false;
    outside++;
    if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    if (depth > deepestRepaired) return false;
  }
  // A string that never ends is one only if the text doesn't end with a delimiter.
  if (inString && delimiters.includes(text.trimEnd().slice(-1))) inDoubt = true;
  return (outside + (inDoubt ? inside : 0)) * text.length <= mostRepairWork;
}

/** An object, an array or a string may begin here; a number is read as words. */
export function startsJson(text: string): boolean {
  const code = text.charCodeAt(0);
  return code === 123 || code === 91 || code === 34;
}

export function parseStrict(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON that was escaped as if it stood in a string: `{\"answer\": 1}`. */
const escapedJson = /^\s*[{[]\s*\\"/;

export function parseRepaired(text: string): Json {
  const mended = mendEscapes(text);
  const parsed = parseStrict(mended);
  if (parsed !== undefined) return parsed;
  if (escapedJson.test(text)) return parseStrict(text.replace(/\\(["\\])/g, "$1"));
  if (!isWorthRepairing(mended)) return undefined;
  try {
    return parseStrict(jsonrepair(mended));
  } catch {
    return undefined;
  }
}

/** End of the object that opens at `open`, strings respected; -1 when it never closes. */
function objectEnd(text: string, open: number): number {
  let depth = 0;
  let inString = false;
  for (let i = open; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) inString = !inString;
    else if (inString) continue;
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return i + 1;
  }
  return -1;
}

const objectStart = /\{\s*(?:["'“](?=[\w $]{1,40}["'”]\s*:)|(?=[a-zA-Z_]{2,30}\s*:\s))/g;

const mostRepairs = 3;

/** Objects anywhere in a reply, in order. Those that don't parse are repaired. */
export function embeddedObjects(text: string): Json[] {
  return embeddedSpans(text).map(({ value }) => value);
}

/** A value, and where in a text it stands. */
export interface Span {
  value: Json;
  from: number;
  to: number;
}

/** The same, with where they stand. */
export function embeddedSpans(text: string): Span[] {
  const found: Span[] = [];
  objectStart.lastIndex = 0;
  let repairs = 0;
  // The bounds keep hostile text (thousands of unclosed braces) from costing quadratic time.
  for (let tries = 0; tries < 12; tries++) {
    const start = objectStart.exec(text);
    if (start === null) break;
    const end = objectEnd(text, start.index);
    const slice = end < 0 ? undefined : text.slice(start.index, end);
    let value = slice === undefined ? undefined : parseStrict(slice);
    if (value === undefined && repairs >= mostRepairs) continue;
    if (value === undefined) repairs++;
    if (value === undefined && slice !== undefined) value = parseRepaired(slice);
    if (value === undefined) {
      const fence = text.indexOf("\n```", start.index);
      const last = text.lastIndexOf("}");
      const to = fence > 0 ? fence : last > start.index ? last + 1 : text.length;
      value = parseRepaired(text.slice(start.index, to));
      if (value !== undefined) objectStart.lastIndex = to;
    } else objectStart.lastIndex = end;
    if (typeof value === "object" && value !== null) {
      found.push({ value, from: start.index, to: objectStart.lastIndex });
    }
  }
  return found;
}

const fence = /```[ \t]*(?:json[5c]?|JSON)?[ \t]*\r?\n?/;

/** The first fenced block, and where its body stands; `null` without one. */
export function fencedBlock(text: string): { body: string; from: number; to: number } | null {
  const open = fence.exec(text);
  if (open === null) return null;
  const from = open.index + open[0].length;
  const close = text.indexOf("```", from);
  const to = close < 0 ? text.length : close;
  return { body: text.slice(from, to).trim(), from, to };
}

export const fencedBody = (text: string): string | null => fencedBlock(text)?.body ?? null;

const answerField = /["'“](?:final[ _]?)?answer["'”]\s*:\s*/gi;

/** What follows the last `"answer":`, with its opening quote, for objects too broken to repair. */
export function lastAnswerField(text: string): string | null {
  let from = -1;
  answerField.lastIndex = 0;
  while (answerField.exec(text) !== null) from = answerField.lastIndex;
  if (from < 0) return null;
  const quoted = text[from] === '"';
  const rest = text.slice(quoted ? from + 1 : from, from + 2000);
  const end = quoted ? /(?<!\\)"/.exec(rest) : /[,}\n]|```/.exec(rest);
  const value = end === null ? rest : rest.slice(0, end.index);
  if (value.trim() === "") return null;
  return quoted ? `"${value}` : value;
}
