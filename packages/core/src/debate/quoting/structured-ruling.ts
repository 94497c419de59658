import { alignQuote, type QuotableText } from "../../answers/quotes/find-quote.ts";
import { readObject } from "../../answers/reply/read-object.ts";
import type { Citation } from "../../protocol/citation.ts";
import { createQuoteSources, type QuoteSources } from "../../record/quotes/sources.ts";
import type { DebateState } from "../state/state.ts";

/** A quote and its source: a position by its label, or a document by its name. */
interface GivenCitation {
  position?: string;
  document?: string;
  quote: string;
}

/** Parts of a judge's ruling in addition to its answer. */
export interface StructuredRuling {
  justification?: string;
  dissent?: string;
}

/** A structured ruling with its citations, not yet looked up. */
export interface ReadRuling extends StructuredRuling {
  /** The label of the position that the answer states; `null` if it names none. */
  position: string | null;
  citations: GivenCitation[];
}

/** Reads reasons and citations from a ruling; `null` if it has none of the requested parts. */
export function readStructuredRuling(text: string, mark?: string): ReadRuling | null {
  const verdict = readObject(text, mark);
  if (verdict === null) return null;
  const { justification, dissent, citations, position } = verdict;
  const hasText = [justification, dissent].some((part) => typeof part === "string");
  if (!hasText && !Array.isArray(citations)) return null;
  return {
    position: typeof position === "string" ? position.trim() : null,
    ...(typeof justification === "string" ? { justification } : {}),
    ...(typeof dissent === "string" ? { dissent } : {}),
    citations: Array.isArray(citations) ? citations.flatMap(readCitation) : [],
  };
}

function readCitation(citation: unknown): GivenCitation[] {
  if (typeof citation !== "object" || citation === null) return [];
  const { position, document, quote } = citation as Record<string, unknown>;
  if (typeof quote !== "string" || quote.trim() === "") return [];
  return [
    {
      quote,
      ...(typeof position === "string" ? { position: position.trim() } : {}),
      ...(typeof document === "string" ? { document: document.trim() } : {}),
    },
  ];
}

/** Maximum number of citations. Looking up a quote is slow, so later ones count as not found. */
const MAX_CITATIONS = 200;

/** Looks up a judge's citations, only in the sources that they name. */
export function verifyCitations(
  { ports, task, seats }: DebateState,
  citations: readonly GivenCitation[],
  /** Panel index behind each label that the judge was shown. */
  labels: ReadonlyMap<string, number>,
): Citation[] {
  const sources = createQuoteSources(ports.rounds, task.material);
  return citations.map(({ position, document, quote }, place) => {
    if (place >= MAX_CITATIONS) return alignQuote(quote, []);
    if (position === undefined) return alignQuote(quote, getDocument(sources, document));
    // With transcripts, the labels are shown with the round.
    const index = labels.get(position) ?? labels.get(position.replace(/, round \d+$/, ""));
    const name = index === undefined ? undefined : seats[index]?.member.name;
    return alignQuote(quote, name === undefined ? [] : sources.repliesOf(name));
  });
}

/** If the context has no name, any name refers to it. */
function getDocument(sources: QuoteSources, name: string | undefined): QuotableText[] {
  if (name === undefined) return [];
  const named = sources.context(name);
  return named.length > 0 ? named : sources.context().filter(({ of }) => of.document === undefined);
}
