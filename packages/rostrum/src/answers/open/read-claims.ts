import { fieldOf, isRecord, jsonIn, listOf, placeOf, textOf } from "./lenient.ts";

/** Words that are quoted of a text, by its place from 0; `null` where the number is of no text. */
export interface ReadQuote {
  item: number | null;
  quote: string;
}

export interface ReadClaim {
  text: string;
  support: ReadQuote[];
  against: ReadQuote[];
}

export interface ReadClaims {
  claims: ReadClaim[];
  /** What no text says anything about. */
  unaddressed: string[];
}

const LONGEST_CLAIM = 1000;
const LONGEST_QUOTE = 4000;
const MOST_QUOTES = 50;
const MOST_UNADDRESSED = 20;

/**
 * Reads `{"claims": [{"text": "…", "support": [{"item": 1, "quote": "…"}], "against": […]}]}` about `count`
 * numbered texts; a list alone is read too. `null` without a list of claims.
 */
export function readClaims(text: string, count: number): ReadClaims | null {
  for (const value of jsonIn(text)) {
    const list = isRecord(value) ? fieldOf(value, "claims") : value;
    if (!Array.isArray(list)) continue;
    const claims = list.flatMap((entry) => claimIn(entry, count));
    if (claims.length === 0 && list.length > 0) continue;
    const open = isRecord(value) ? listOf(fieldOf(value, "unaddressed", "nobody addressed")) : [];
    const unaddressed = open.flatMap((entry) => textOf(entry, LONGEST_CLAIM) ?? []);
    return { claims, unaddressed: unaddressed.slice(0, MOST_UNADDRESSED) };
  }
  return null;
}

function claimIn(entry: unknown, count: number): ReadClaim[] {
  if (!isRecord(entry)) return [];
  const text = textOf(fieldOf(entry, "text", "claim"), LONGEST_CLAIM);
  if (text === null) return [];
  return [
    {
      text,
      support: quotesIn(fieldOf(entry, "support", "for", "supporting"), count),
      against: quotesIn(fieldOf(entry, "against", "opposing", "oppose"), count),
    },
  ];
}

/** A side without words of its own is no quote. The same words of the same text count once. */
function quotesIn(value: unknown, count: number): ReadQuote[] {
  const found = new Map<string, ReadQuote>();
  for (const entry of listOf(value)) {
    if (!isRecord(entry)) continue;
    const quote = textOf(fieldOf(entry, "quote"), LONGEST_QUOTE);
    if (quote === null) continue;
    const place = placeOf(fieldOf(entry, "item", "position", "number"));
    const item = place !== null && place >= 0 && place < count ? place : null;
    found.set(`${item} ${quote}`, { item, quote });
  }
  return [...found.values()].slice(0, MOST_QUOTES);
}
