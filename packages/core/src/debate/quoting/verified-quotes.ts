import {
  findQuotation,
  createQuotable,
  type QuotableText,
} from "../../answers/quotes/find-quote.ts";
import { findQuotations } from "../../answers/quotes/quotations.ts";
import { readObject } from "../../answers/reply/read-object.ts";

const TAKEN_OUT = "[a quote that was not found]";
const OF_THE_DEBATE = "[words of the debate, not of the material]";

/** Maximum nesting of objects. Deeper ones are left out. */
const DEEPEST = 8;

/** Maximum quotations of a text, because each is looked up in whole texts. Further ones are removed. */
const MAX_QUOTES = 200;

/**
 * Returns the texts of a debate, in order, for a judge that doesn't see the material. Each quotation is replaced by
 * the words of its source. Quotations of the question or of earlier texts are labelled. Quotations without a source
 * are removed, also where others repeat them. Passages in quotation marks, lines marked as quotes, and the `quote`
 * fields of JSON replies count as quotations.
 */
export function showVerifiedQuotes(
  texts: readonly string[],
  material: readonly QuotableText[],
  /** The question and the parts of the context that the judge sees. */
  otherSources: readonly string[],
): string[] {
  const debate = otherSources.map((text) => createQuotable({ source: "context" }, text));
  return texts.map((text) => {
    const verifiedReply = showReply(text, material, debate);
    debate.push(createQuotable({ source: "position" }, verifiedReply));
    return verifiedReply;
  });
}

function showReply(
  text: string,
  material: readonly QuotableText[],
  debate: readonly QuotableText[],
): string {
  let remainingQuotations = MAX_QUOTES;
  const show: ShowQuote = (quote, [open, close]) => {
    if (remainingQuotations-- <= 0) return TAKEN_OUT;
    const stands = findQuotation(quote, material);
    const source = stands ?? findQuotation(quote, debate);
    if (source === null) return TAKEN_OUT;
    const quotation = `${open}${source.source.text.slice(...source.at)}${close}`;
    return stands ? quotation : `${quotation} ${OF_THE_DEBATE}`;
  };
  const object = isWholeObject(text) ? readObject(text) : null;
  return object === null ? showPassages(text, show) : showFields(object, show).join("\n");
}

/** A quotation between its marks, as the judge reads it. */
type ShowQuote = (quote: string, marks: readonly [open: string, close: string]) => string;

function isWholeObject(text: string): boolean {
  return /^(?:```\w*\s*)?\{[^]*\}\s*(?:```)?$/.test(text.trim());
}

function showPassages(text: string, show: ShowQuote): string {
  return text
    .split(/(^[ \t]*>.*$)/m)
    .map((part, index) => (index % 2 === 1 ? showQuotedLine(part, show) : showMarked(part, show)))
    .join("");
}

function showQuotedLine(line: string, show: ShowQuote): string {
  const quote = line.replace(/^[ \t>]+/, "");
  return quote.trim() === "" ? line : `> ${show(quote, ["", ""])}`;
}

function showMarked(text: string, show: ShowQuote): string {
  let output = "";
  let at = 0;
  for (const { text: quote, from, to } of findQuotations(text)) {
    output +=
      stripMarks(text.slice(at, from)) + show(quote, [text[from] ?? "", text[to - 1] ?? ""]);
    at = to;
  }
  return output + stripMarks(text.slice(at));
}

/** Removes unpaired marks, which could make the words next to them look like a verified quote. */
function stripMarks(text: string): string {
  return text.replace(/["“”„‟«»「」『』〝〞〟＂]/g, "");
}

/** The texts of a JSON value, each on a line of its own. */
function showFields(value: unknown, show: ShowQuote, isQuote = false, depth = 0): string[] {
  if (typeof value === "string")
    return [isQuote ? show(value, ['"', '"']) : showPassages(value, show)];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const isQuoted = /^quotes?$/i.test(key) || (isQuote && Array.isArray(value));
    return showFields(part, show, isQuoted, depth + 1);
  });
}
