import {
  alignQuote,
  objectsIn,
  quotable,
  quotationsIn,
  wordCount,
  type QuotableText,
} from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { QuoteSources } from "../../record/index.ts";
import { attributions, type Named } from "./attribution.ts";

/** Shorter passages in quotation marks are terms and titles. */
const FEWEST_WORDS = 4;

export interface Quoting {
  /** The question may be quoted by anybody: that is a quote of no source. */
  question: string;
  sources: QuoteSources;
  /** Debaters by the labels and names that a judge may use. */
  debaters: ReadonlyMap<string, string>;
  /** Names of the documents. */
  documents: readonly string[];
}

/**
 * Everything that a judge quotes of debaters and documents: `quote` fields of JSON in its reply, and
 * passages of four or more words in quotation marks that are attributed to a debater or a document.
 */
export function judgedQuotes(judgment: string, quoting: Quoting): Citation[] {
  const { objects, rest } = objectsIn(judgment);
  const fields = objects.flatMap((object) => quoteFields(object, quoting, 0));
  const texts = [...objects.flatMap((object) => textsIn(object, 0)), rest];
  const question = quotable({ source: "context" }, quoting.question);
  const named = namesFor(quoting);
  const passages = texts.flatMap((text) => {
    const quotations = quotationsIn(text);
    const sources = attributions(text, quotations, named);
    return quotations.flatMap((quotation, index) => {
      const from = sources[index] ?? null;
      if (from === null || wordCount(quotation.text) < FEWEST_WORDS) return [];
      return question.index().find(quotation.text) ? [] : [alignQuote(quotation.text, from)];
    });
  });
  return [...fields, ...passages];
}

function namesFor({ debaters, documents, sources }: Quoting): Named {
  const context = sources.context();
  return {
    names: [
      ...[...debaters].map(([name, debater]) => ({
        name,
        // A debater may itself quote the context: then the words stand there.
        texts: () => [...sources.saidBy(debater), ...context],
      })),
      ...documents.map((name) => ({ name, texts: () => sources.context(name) })),
    ],
    debaters: () => [...sources.said(), ...context],
    documents: context.length > 0 ? () => context : null,
  };
}

const DEEPEST = 8;

/** Objects with a `quote`, wherever they stand in what the judge wrote. */
function quoteFields(value: unknown, quoting: Quoting, depth: number): Citation[] {
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  const inner = Object.values(value).flatMap((part) => quoteFields(part, quoting, depth + 1));
  if (Array.isArray(value)) return inner;
  const { quote } = value as Record<string, unknown>;
  const said = typeof quote === "string" && quote.trim() !== "";
  return said
    ? [alignQuote(quote, fieldSources(value as Record<string, unknown>, quoting)), ...inner]
    : inner;
}

const POSITION_FIELDS = ["position", "debater", "label", "from", "by"];
const DOCUMENT_FIELDS = ["document", "file", "source"];

/** Where a quote says it is from; anywhere, if it says nothing. */
function fieldSources(
  fields: Record<string, unknown>,
  { sources, debaters, documents }: Quoting,
): QuotableText[] {
  const named = (keys: readonly string[]): string | null => {
    const key = keys.find((name) => typeof fields[name] === "string");
    return key === undefined ? null : String(fields[key]).trim();
  };
  const label = named(POSITION_FIELDS) ?? named(DOCUMENT_FIELDS);
  if (label === null) return [...sources.said(), ...sources.context()];
  const debater = debaters.get(label) ?? debaters.get(label.replace(/, round \d+$/, ""));
  if (debater !== undefined) return sources.saidBy(debater);
  if (documents.includes(label)) return sources.context(label);
  // A context without names is cited by whatever the judge calls it.
  const unnamed = named(DOCUMENT_FIELDS) !== null && documents.length === 0;
  return unnamed ? sources.context() : [];
}

/** Every text in a value, `quote` fields left out: they are looked at by themselves. */
function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === "quote" ? [] : textsIn(part, depth + 1),
  );
}
