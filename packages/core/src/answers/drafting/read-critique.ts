import type { AnswerReader } from "../../protocol/answer.ts";
import { readText } from "../machine-fields.ts";
import { isPlainObject } from "../../thrown.ts";

export interface ReadCritique {
  quote: string;
  problem: string;
  suggestion: string;
}

/** Further objections of one critic are ignored. */
export const MAX_OBJECTIONS = 40;
const MAX_TEXT_CHARS = 4000;

/** Reads `{"critique": [{"quote", "problem", "suggestion"}]}`. `null` if the JSON is no such list. */
export function readCritique(json: unknown): ReadCritique[] | null {
  const list = isPlainObject(json) ? json["critique"] : null;
  if (!Array.isArray(list)) return null;
  const points = list.flatMap((entry) => readPoint(entry) ?? []);
  return points.length === 0 && list.length > 0 ? null : points.slice(0, MAX_OBJECTIONS);
}

/** Requires a problem. A quote and a suggestion are optional. */
function readPoint(entry: unknown): ReadCritique | null {
  const problem = isPlainObject(entry) ? readText(entry["problem"], MAX_TEXT_CHARS) : null;
  if (problem === null || !isPlainObject(entry)) return null;
  return {
    quote: readText(entry["quote"], MAX_TEXT_CHARS) ?? "",
    problem,
    suggestion: readText(entry["suggestion"], MAX_TEXT_CHARS) ?? "",
  };
}

export function createCritiqueReader(): AnswerReader<ReadCritique[]> {
  return {
    basis: "exact",
    read: ({ json }) => {
      const value = readCritique(json);
      const wording = value?.map(({ problem }) => problem).join("\n") || "no objections";
      return value && { value, wording };
    },
    same: (a, b) => a === b,
  };
}

/** The full reply is the draft. */
export function draftReader(): AnswerReader<string> {
  return {
    basis: "exact",
    read: (_reading, text) => {
      const value = text.trim();
      return value === "" ? null : { value, wording: value };
    },
    same: (a, b) => a === b,
  };
}
