import { objectsIn, quotationsIn, type QuotableText } from "../../answers/index.ts";

const TAKEN_OUT = "[a quote that does not stand in the material]";

/** Objects within objects beyond this are left out. */
const DEEPEST = 8;

/**
 * A text without its quotations that stand in none of the sources, so that whoever does not see the
 * sources can go by what is left. Passages in quotation marks, lines that are marked as quotes, and
 * `quote` fields of JSON count as quotations.
 */
export function verifiedOnly(text: string, sources: readonly QuotableText[]): string {
  const stands = (quote: string): boolean =>
    sources.some((source) => source.index().find(quote) !== null);
  const { objects, rest } = objectsIn(text);
  if (objects.length === 0) return passages(text, stands);
  const parts = [passages(rest, stands).trim(), ...objects.flatMap((each) => fields(each, stands))];
  return parts.filter((part) => part !== "").join("\n");
}

type Stands = (quote: string) => boolean;

function passages(text: string, stands: Stands): string {
  const lines = text.replace(/^[ \t]*>[ \t]?(.*)$/gm, (line, quote: string) =>
    quote.trim() === "" || stands(quote) ? line : `> ${TAKEN_OUT}`,
  );
  let checked = "";
  let at = 0;
  for (const { text: quote, from, to } of quotationsIn(lines)) {
    checked += lines.slice(at, from);
    checked += stands(quote) ? lines.slice(from, to) : TAKEN_OUT;
    at = to;
  }
  return checked + lines.slice(at);
}

/** The texts of a JSON value, each on a line of its own. */
function fields(value: unknown, stands: Stands, isQuote = false, depth = 0): string[] {
  if (typeof value === "string") {
    if (!isQuote) return [passages(value, stands)];
    return [stands(value) ? `"${value}"` : TAKEN_OUT];
  }
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    fields(part, stands, /^quotes?$/i.test(key) || (isQuote && Array.isArray(value)), depth + 1),
  );
}
