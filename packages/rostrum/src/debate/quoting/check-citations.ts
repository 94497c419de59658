import { alignQuote, type QuotableText } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import { quoteSources, type QuoteSources } from "../../record/index.ts";
import type { DebateState } from "../state.ts";
import type { GivenCitation } from "./structured-verdict.ts";

/** Each is looked up in whole texts, so a verdict with more of them is not read on. The rest count as not found. */
const MOST_CITATIONS = 200;

/** Looks up what a judge cites, in the source that it names and nowhere else. */
export function checkCitations(
  { ports, task, seats }: DebateState,
  given: readonly GivenCitation[],
  /** Panel index behind each label that the judge was shown. */
  labels: ReadonlyMap<string, number>,
): Citation[] {
  const sources = quoteSources(ports.rounds, task.material);
  return given.map(({ position, document, quote }, place) => {
    if (place >= MOST_CITATIONS) return alignQuote(quote, []);
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
