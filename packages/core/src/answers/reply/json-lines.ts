import { parseJson } from "../../thrown.ts";
import { repairEscapes } from "./latex-escapes.ts";
import { findObjectLines, type JsonLines } from "./object-lines.ts";

/**
 * JSON objects that fill whole lines, at most `maxCount`. Raw line breaks and stray backslashes inside strings are
 * repaired.
 */
export function jsonObjectLines(text: string, maxCount: number = Infinity): JsonLines[] {
  return findObjectLines(text, parseRepaired, maxCount);
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
