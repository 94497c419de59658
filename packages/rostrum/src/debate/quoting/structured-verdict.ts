import { readObject } from "../../answers/index.ts";

/** What a judge quotes, and from where: a position by its label, or a document by its name. */
export interface GivenCitation {
  position?: string;
  document?: string;
  quote: string;
}

/** What a judge said in addition to its answer. */
export interface StructuredVerdict {
  justification?: string;
  dissent?: string;
}

/** A structured verdict with its citations, not yet looked up. */
export interface ReadVerdict extends StructuredVerdict {
  citations: GivenCitation[];
}

/** Reads reasons and citations out of a verdict; `null` if it has none of what was asked for. */
export function readStructuredVerdict(text: string, mark?: string): ReadVerdict | null {
  const said = readObject(text, mark);
  if (said === null) return null;
  const { justification, dissent, citations } = said;
  const given = [justification, dissent].some((part) => typeof part === "string");
  if (!given && !Array.isArray(citations)) return null;
  return {
    ...(typeof justification === "string" ? { justification } : {}),
    ...(typeof dissent === "string" ? { dissent } : {}),
    citations: Array.isArray(citations) ? citations.flatMap(readCitation) : [],
  };
}

function readCitation(given: unknown): GivenCitation[] {
  if (typeof given !== "object" || given === null) return [];
  const { position, document, quote } = given as Record<string, unknown>;
  if (typeof quote !== "string" || quote.trim() === "") return [];
  return [
    {
      quote,
      ...(typeof position === "string" ? { position: position.trim() } : {}),
      ...(typeof document === "string" ? { document: document.trim() } : {}),
    },
  ];
}
