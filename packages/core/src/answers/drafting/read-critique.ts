import type { AnswerReader } from "../../protocol/answer.ts";
import { isRecord, textIn } from "../machine-fields.ts";

/** A point of critique as the reply has it. */
export interface ReadCritique {
  quote: string;
  problem: string;
  suggestion: string;
}

/** More than this from one critic is not read. */
export const MOST_OBJECTIONS = 40;
const LONGEST = 4000;

/** Reads `{"critique": [{"quote", "problem", "suggestion"}]}`. `null`: the JSON of the reply is no such list. */
export function readCritique(json: unknown): ReadCritique[] | null {
  const list = isRecord(json) ? json["critique"] : null;
  if (!Array.isArray(list)) return null;
  const points = list.flatMap((entry) => pointIn(entry) ?? []);
  return points.length === 0 && list.length > 0 ? null : points.slice(0, MOST_OBJECTIONS);
}

/** A quote and a suggestion may be missing, a problem may not. */
function pointIn(entry: unknown): ReadCritique | null {
  const problem = isRecord(entry) ? textIn(entry["problem"], LONGEST) : null;
  if (problem === null || !isRecord(entry)) return null;
  return {
    quote: textIn(entry["quote"], LONGEST) ?? "",
    problem,
    suggestion: textIn(entry["suggestion"], LONGEST) ?? "",
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

/** A draft is the whole reply. */
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
