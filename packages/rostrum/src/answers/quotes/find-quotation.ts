import type { Range } from "./find-quote.ts";
import type { QuotableText } from "./align-quote.ts";

/** Where a quotation stands. */
export interface FoundQuotation {
  source: QuotableText;
  at: Range;
}

/**
 * Looks up words that stand in quotation marks in prose. The case of their first letter and a mark at their end
 * may belong to the sentence that they were set into; everything else must stand in the source.
 */
export function findQuotation(
  quotation: string,
  sources: readonly QuotableText[],
): FoundQuotation | null {
  for (const wording of listWordings(quotation.trim())) {
    for (const source of sources) {
      const at = source.find(wording);
      if (at !== null) return { source, at };
    }
  }
  return null;
}

function listWordings(quotation: string): Set<string> {
  const open = quotation.replace(/[.,;:!?…]$/, "");
  return new Set([quotation, open, withOtherCase(quotation), withOtherCase(open)]);
}

function withOtherCase(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return (first === upper ? first.toLowerCase() : upper) + text.slice(first.length);
}
