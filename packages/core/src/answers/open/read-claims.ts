import { isRecord, listIn, quoteIn, textIn, type ReadQuote } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

export interface ReadClaim {
  text: string;
  support: ReadQuote[];
  against: ReadQuote[];
  /** Documents that are cited for the claim. */
  sources: { document: string; quote: string }[];
}

export interface ReadClaims {
  claims: ReadClaim[];
  /** Topics that no text addresses. */
  unaddressed: string[];
}

const LONGEST_CLAIM = 1000;
const LONGEST_QUOTE = 4000;
const MOST_QUOTES = 50;
const MOST_UNADDRESSED = 20;

/**
 * Reads `{"claims": [{"text": "…", "support": [{"item": 1, "quote": "…"}], "against": […]}], "unaddressed":
 * ["…"]}` about `count` numbered texts. `null` without a list of claims.
 */
export function readClaims(text: string, count: number, mark?: string): ReadClaims | null {
  const reply = readObject(text, mark);
  if (reply === null || !Array.isArray(reply["claims"])) return null;
  const list = listIn(reply["claims"]);
  const claims = list.flatMap((entry) => claimIn(entry, count) ?? []);
  if (claims.length === 0 && list.length > 0) return null;
  const unaddressed = listIn(reply["unaddressed"]).flatMap(
    (entry) => textIn(entry, LONGEST_CLAIM) ?? [],
  );
  return { claims, unaddressed: unaddressed.slice(0, MOST_UNADDRESSED) };
}

function claimIn(entry: unknown, count: number): ReadClaim | null {
  const text = isRecord(entry) ? textIn(entry["text"], LONGEST_CLAIM) : null;
  if (text === null || !isRecord(entry)) return null;
  return {
    text,
    support: quotesIn(entry["support"], count),
    against: quotesIn(entry["against"], count),
    sources: listIn(entry["sources"]).flatMap(sourceIn).slice(0, MOST_QUOTES),
  };
}

function sourceIn(entry: unknown): { document: string; quote: string }[] {
  if (!isRecord(entry)) return [];
  const document = textIn(entry["document"], LONGEST_CLAIM);
  const quote = textIn(entry["quote"], LONGEST_QUOTE);
  return document === null || quote === null ? [] : [{ document, quote }];
}

/** Drops repeated quotes of the same text. */
function quotesIn(value: unknown, count: number): ReadQuote[] {
  const quotes = listIn(value).flatMap((entry) => quoteIn(entry, count, LONGEST_QUOTE) ?? []);
  const distinct = new Map(quotes.map((each) => [`${each.item} ${each.quote}`, each]));
  return [...distinct.values()].slice(0, MOST_QUOTES);
}
