import { readList, readQuote, readText, type ReadQuote } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";
import { isPlainObject } from "../../thrown.ts";

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

const MAX_CLAIM_CHARS = 1000;
const MAX_QUOTE_CHARS = 4000;
const MAX_QUOTES = 50;
const MAX_UNADDRESSED = 20;

/**
 * Reads `{"claims": [{"text": "…", "support": [{"item": 1, "quote": "…"}], "against": […]}], "unaddressed":
 * ["…"]}` about `count` numbered texts. `null` without a list of claims.
 */
export function readClaims(text: string, count: number, mark?: string): ReadClaims | null {
  const reply = readObject(text, mark);
  if (reply === null || !Array.isArray(reply["claims"])) return null;
  const list = readList(reply["claims"]);
  const claims = list.flatMap((entry) => readClaim(entry, count) ?? []);
  if (claims.length === 0 && list.length > 0) return null;
  const unaddressed = readList(reply["unaddressed"]).flatMap(
    (entry) => readText(entry, MAX_CLAIM_CHARS) ?? [],
  );
  return { claims, unaddressed: unaddressed.slice(0, MAX_UNADDRESSED) };
}

function readClaim(entry: unknown, count: number): ReadClaim | null {
  const text = isPlainObject(entry) ? readText(entry["text"], MAX_CLAIM_CHARS) : null;
  if (text === null || !isPlainObject(entry)) return null;
  return {
    text,
    support: readQuotes(entry["support"], count),
    against: readQuotes(entry["against"], count),
    sources: readList(entry["sources"]).flatMap(readSource).slice(0, MAX_QUOTES),
  };
}

function readSource(entry: unknown): { document: string; quote: string }[] {
  if (!isPlainObject(entry)) return [];
  const document = readText(entry["document"], MAX_CLAIM_CHARS);
  const quote = readText(entry["quote"], MAX_QUOTE_CHARS);
  return document === null || quote === null ? [] : [{ document, quote }];
}

/** Drops repeated quotes of the same text. */
function readQuotes(value: unknown, count: number): ReadQuote[] {
  const quotes = readList(value).flatMap((entry) => readQuote(entry, count, MAX_QUOTE_CHARS) ?? []);
  const distinct = new Map(quotes.map((quote) => [`${quote.item} ${quote.quote}`, quote]));
  return [...distinct.values()].slice(0, MAX_QUOTES);
}
