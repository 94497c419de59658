import type { Citation } from "./citation.ts";
import type { Standing, SynthesizedEvent } from "./events.ts";

/** Quotes of a decision that don't stand in the text that they are said to be from. */
export function unverifiedIn({
  citations = [],
  findings = [],
}: Pick<SynthesizedEvent, "citations" | "findings">): number {
  if (citations.length === 0 && findings.length === 0) return 0;
  const found = findings.flatMap(({ quotes, votes }): Citation[] => [
    ...quotes,
    ...votes.flatMap(({ quote }) => quote ?? []),
  ]);
  return [...citations, ...found].filter(({ verified }) => verified === false).length;
}

/** Quotes in critiques that don't stand in the draft. */
export function unverifiedCritique(standings: readonly Pick<Standing, "critique">[]): number {
  let unverified = 0;
  for (const { critique } of standings) {
    for (const { quote } of critique ?? []) if (quote?.verified === false) unverified += 1;
  }
  return unverified;
}
