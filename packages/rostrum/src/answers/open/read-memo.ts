import { fieldOf, isRecord, jsonIn, listOf, placeOf, textOf } from "./lenient.ts";
import type { ReadQuote } from "./read-claims.ts";

export interface ReadMemo {
  recommendation: string;
  because: string[];
  unless: string[];
  contested: string[];
  dissent: string[];
  nextSteps: string[];
  options: { option: string; tradeOffs: string[] }[];
  /** Dissent that came as words quoted of a text. */
  quotes: ReadQuote[];
}

const LONGEST = 4000;
const MOST = 30;

/** Reads a memo about `count` numbered texts. Every part but the recommendation may be missing. */
export function readMemo(text: string, count: number): ReadMemo | null {
  for (const value of jsonIn(text)) {
    const memo = isRecord(value) ? (fieldOf(value, "memo") ?? value) : value;
    if (!isRecord(memo)) continue;
    const options = listOf(fieldOf(memo, "options")).flatMap(optionIn).slice(0, MOST);
    const recommendation = textOf(fieldOf(memo, "recommendation"), LONGEST);
    if (recommendation === null) continue;
    const texts = (...names: string[]): string[] =>
      listOf(fieldOf(memo, ...names))
        .flatMap((entry) => textOf(wordsIn(entry), LONGEST) ?? [])
        .slice(0, MOST);
    return {
      recommendation,
      options,
      because: texts("because", "reasons"),
      unless: texts("unless"),
      contested: texts("contested"),
      dissent: texts("dissent"),
      nextSteps: texts("nextSteps"),
      quotes: listOf(fieldOf(memo, "dissent"))
        .flatMap((entry) => quoteIn(entry, count))
        .slice(0, MOST),
    };
  }
  return null;
}

function wordsIn(entry: unknown): unknown {
  return isRecord(entry) ? fieldOf(entry, "quote", "text", "claim", "step") : entry;
}

function quoteIn(entry: unknown, count: number): ReadQuote[] {
  const quote = isRecord(entry) ? textOf(fieldOf(entry, "quote"), LONGEST) : null;
  if (quote === null || !isRecord(entry)) return [];
  const place = placeOf(fieldOf(entry, "item", "position", "number"));
  return [{ item: place !== null && place >= 0 && place < count ? place : null, quote }];
}

function optionIn(entry: unknown): { option: string; tradeOffs: string[] }[] {
  const option = textOf(isRecord(entry) ? fieldOf(entry, "option", "text") : entry, LONGEST);
  if (option === null) return [];
  const parts = isRecord(entry)
    ? [
        ...listOf(fieldOf(entry, "tradeOffs")),
        ...listOf(fieldOf(entry, "for")),
        ...listOf(fieldOf(entry, "against")),
      ]
    : [];
  return [
    { option, tradeOffs: parts.flatMap((part) => textOf(part, LONGEST) ?? []).slice(0, MOST) },
  ];
}
