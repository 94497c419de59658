import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { CastVerdict, FindingVerdict } from "../../protocol/findings.ts";
import { jsonValues } from "../reply/json-values.ts";

/** The first letters tell the three apart: "upheld", "refuted" and "doubtful" are read too. */
const WORDS: readonly [RegExp, FindingVerdict][] = [
  [/^(?:uphold|upheld)/i, "uphold"],
  [/^refute/i, "refute"],
  [/^doubt/i, "doubt"],
];

/**
 * Reads `{"votes": [{"item": 1, "vote": "uphold", "quote"?}]}`, or the list alone. Entries about numbers
 * that were not shown count for nothing; of two about the same number the last one counts. `null`: no vote.
 */
export function readVerdicts(text: string, shown: number): CastVerdict[] | null {
  for (const value of jsonValues(text)) {
    const list = Array.isArray(value) ? value : (value as { votes?: unknown } | null)?.votes;
    if (!Array.isArray(list)) continue;
    const votes = new Map(
      list.flatMap((entry) => verdictFrom(entry, shown)).map((vote) => [vote.place, vote]),
    );
    if (votes.size > 0) return [...votes.values()].sort((a, b) => a.place - b.place);
  }
  return null;
}

function verdictFrom(entry: unknown, shown: number): CastVerdict[] {
  if (typeof entry !== "object" || entry === null) return [];
  const { item, vote, quote } = entry as Record<string, unknown>;
  const number = typeof item === "string" ? Number(/^\s*#?(\d{1,4})\s*$/.exec(item)?.[1]) : item;
  const said = typeof vote === "string" ? vote.trim() : "";
  const word = WORDS.find(([pattern]) => pattern.test(said))?.[1];
  if (typeof number !== "number" || !Number.isInteger(number) || word === undefined) return [];
  if (number < 1 || number > shown) return [];
  return [{ place: number - 1, vote: word, quote: typeof quote === "string" ? quote.trim() : "" }];
}

export function verdictsReader(shown: number): AnswerReader<CastVerdict[]> {
  return {
    basis: "lexical",
    read: (_reading, text): ReadAnswer<CastVerdict[]> | null => {
      const value = readVerdicts(text, shown);
      return value && { value, wording: wordingOf(value) };
    },
    same: (a, b) => a === b,
  };
}

function wordingOf(votes: readonly CastVerdict[]): string {
  return votes.map(({ place, vote }) => `${place + 1}: ${vote}`).join(", ");
}
