import { parseJson } from "../../thrown.ts";
import { findObjectLines } from "./object-lines.ts";

/** A fence whose object was removed. */
const EMPTY_FENCE = /^[ \t]*(`{3,})\w*[ \t]*\n\s*\1[ \t]*$/gm;

/**
 * Prose of a reply: its text without the JSON objects that fill whole lines, with or without a fence. They hold
 * what a program asked for, and their strings are fields, not quotations. Keeps broken JSON and other code.
 */
export function readProse(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { value, from, to } of findObjectLines(text, parseJson)) {
    // Code may have a line of empty braces.
    if (Object.keys(value).length === 0) continue;
    pieces.push(text.slice(at, from));
    at = to;
  }
  if (at === 0) return text.trim();
  return [...pieces, text.slice(at)].join("").replace(EMPTY_FENCE, "").trim();
}
