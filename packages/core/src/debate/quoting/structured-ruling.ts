import { alignQuote, readObject, type QuotableText } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import { createQuoteSources, type QuoteSources } from "../../record/index.ts";
import type { DebateState } from "../state.ts";

/** A quote and its source: a position by its label, or a document by its name. */
interface GivenCitation {
  position?: string;
  document?: string;
  quote: string;
}

/** Parts of a judge's verdict besides its answer. */
export interface StructuredRuling {
  justification?: string;
  dissent?: string;
}

/** A structured verdict with its citations, not yet looked up. */
export interface ReadRuling extends StructuredRuling {
  /** The label of the position that the answer states; `null` if it names none. */
  position: string | null;
  citations: GivenCitation[];
}

/** Reads reasons and citations out of a verdict; `null` if it has none of what was asked for. */
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

/** Looking up a quote is slow: citations after these count as not found. */
const MAX_CITATIONS = 200;

/** Looks up what a judge cites, in the source that it names and nowhere else. */
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
    return alignQuote(quote, name === undefined ? [] : sources.saidBy(name));
  });
}

/** A context without a name is cited by whatever the judge calls it. */
function getDocument(sources: QuoteSources, name: string | undefined): QuotableText[] {
  if (name === undefined) return [];
  const named = sources.context(name);
  return named.length > 0 ? named : sources.context().filter(({ of }) => of.document === undefined);
}
