import { parseJson } from "../../thrown.ts";
import { repairEscapes } from "./latex-escapes.ts";
import { findUncertainFields } from "./repeated-keys.ts";
import { findObjectLines, type JsonLines } from "./object-lines.ts";

/**
 * JSON objects that fill whole lines, at most `maxCount`. Raw line breaks and stray backslashes inside strings are
 * repaired.
 */
export function jsonObjectLines(text: string, maxCount: number = Infinity): JsonLines[] {
  return findObjectLines(text, parseRepaired, maxCount);
}

/** A JSON value in a reply. */
export interface WrittenJson {
  value: unknown;
  /** Fields that are given twice with different values, or contain such a field. */
  uncertain: ReadonlySet<string>;
}

/** Parses any JSON value with these repairs. `null` if it is invalid or nested too deep. */
export function readWrittenJson(text: string): WrittenJson | null {
  const value = isCutOff(text) ? undefined : parseRepaired(text);
  return value === undefined ? null : { value, uncertain: findUncertainFields(text) };
}

/** Value of JSON with these repairs. `undefined` if it is invalid, uncertain or nested too deep. */
export function parseRepairedJson(text: string): unknown {
  const json = readWrittenJson(text);
  return json === null || json.uncertain.size > 0 ? undefined : json.value;
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
