import {
  alignQuote,
  createQuotable,
  countWords,
  type QuotableText,
} from "../../answers/quotes/find-quote.ts";
import { readClaims } from "../../answers/open/read-claims.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { Claim } from "../../protocol/open-questions.ts";
import type { Position } from "../../protocol/position.ts";

/** Minimum words of a quote: shorter ones prove too little. */
const MIN_QUOTE_WORDS = 3;

export interface CheckedClaims {
  claims: Claim[];
  unaddressed: string[];
  /** Quotes that were not found in their source, those of dropped claims included. */
  failedQuotes: Citation[];
}

/** Reads the claims of a reply, and keeps those that are supported by quotes of the positions. */
export function checkClaims(
  reply: string,
  positions: readonly Position[],
  max: number,
  mark?: string,
  /** The documents of the debate. Absent: it has none. */
  documents: readonly QuotableText[] = [],
): CheckedClaims | null {
  const read = readClaims(reply, positions.length, mark);
  if (read === null) return null;
  const cite = citePositions(positions);
  const failedQuotes: Citation[] = [];
  const claims = read.claims
    .slice(0, max)
    .flatMap(({ text, support, against, sources }): Claim[] => {
      const [pro, contra] = [support.map(cite), against.map(cite)];
      const quotes = [...pro, ...contra];
      failedQuotes.push(...quotes.filter(({ verified }) => !verified));
      const [holders, opponents] = [listSpeakers(pro, positions), listSpeakers(contra, positions)];
      const borne = sources.map(({ document, quote }) =>
        alignQuote(
          quote,
          documents.filter(({ of }) => of.document === document),
        ),
      );
      if (documents.length > 0) failedQuotes.push(...borne.filter(({ verified }) => !verified));
      if (holders.length === 0) return [];
      const claim = { text, kind: classifyClaim(holders, opponents), holders, opponents, quotes };
      return documents.length === 0
        ? [claim]
        : [{ ...claim, documents: borne.filter(({ verified }) => verified) }];
    });
  return { claims, unaddressed: read.unaddressed, failedQuotes };
}

/** Looks up quotes in the positions that they name. */
export function citePositions(
  positions: readonly Position[],
): (quoted: { item: number | null; quote: string }) => Citation {
  const texts = positions.map(({ debater, round, text }) =>
    createQuotable({ source: "position", debater, round }, text),
  );
  return ({ item, quote }) => {
    const ownText = item === null ? undefined : texts[item];
    return alignQuote(quote, ownText ? [ownText] : []);
  };
}

/** Members with at least one long, verified quote of their own words, in panel order. */
function listSpeakers(quotes: readonly Citation[], positions: readonly Position[]): string[] {
  const quoted = new Set(
    quotes
      .filter(({ verified, text }) => verified && countWords(text) >= MIN_QUOTE_WORDS)
      .map(({ debater }) => debater),
  );
  return positions.flatMap(({ debater }) => (quoted.has(debater) ? [debater] : []));
}

function classifyClaim(holders: readonly string[], opponents: readonly string[]): Claim["kind"] {
  if (opponents.length > 0) return "contested";
  return holders.length > 1 ? "agreed" : "single";
}
