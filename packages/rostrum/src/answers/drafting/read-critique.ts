import type { AnswerReader } from "../../protocol/answer.ts";
import { jsonValues } from "../reply/json-values.ts";

/** A point of critique as the reply has it. */
export interface ReadCritique {
  quote: string;
  problem: string;
  suggestion: string;
}

const MOST = 40;

/**
 * Reads `{"critique": [{"quote", "problem", "suggestion"}]}`, or the list alone. Other words are one point
 * of critique that quotes nothing. `null`: the reply says nothing.
 */
export function readCritique(text: string): ReadCritique[] | null {
  for (const value of jsonValues(text)) {
    const list = Array.isArray(value) ? value : (value as { critique?: unknown } | null)?.critique;
    if (!Array.isArray(list)) continue;
    const points = list.flatMap(pointFrom);
    if (points.length > 0 || list.length === 0) return points.slice(0, MOST);
  }
  const words = text.trim();
  return words === "" ? null : [{ quote: "", problem: words, suggestion: "" }];
}

function pointFrom(entry: unknown): ReadCritique[] {
  if (typeof entry === "string" && entry.trim() !== "") {
    return [{ quote: "", problem: entry.trim(), suggestion: "" }];
  }
  if (typeof entry !== "object" || entry === null) return [];
  const { quote, problem, suggestion } = entry as Record<string, unknown>;
  if (typeof problem !== "string" || problem.trim() === "") return [];
  const words = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  return [{ quote: words(quote), problem: problem.trim(), suggestion: words(suggestion) }];
}

export function critiqueReader(): AnswerReader<ReadCritique[]> {
  return {
    basis: "exact",
    read: (_reading, text) => {
      const value = readCritique(text);
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
