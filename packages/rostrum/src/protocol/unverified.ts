import type { Citation } from "./citation.ts";
import type { SynthesizedEvent } from "./events.ts";

/** Quotes of a decision that don't stand in the text that they are said to be from. */
export function unverifiedIn({
  citations = [],
  findings = [],
}: Pick<SynthesizedEvent, "citations" | "findings">): number {
  const found = findings.flatMap(({ quotes, votes }): Citation[] => [
    ...quotes,
    ...votes.flatMap(({ quote }) => quote ?? []),
  ]);
  return [...citations, ...found].filter(({ verified }) => !verified).length;
}
