import type { Citation, FailedQuote } from "./citation.ts";
import type { Critique } from "./critique.ts";
import type { ClaimsEvent, MemoEvent, SynthesizedEvent } from "./events.ts";

/** The quotes of a decision, of the claims or of the memo that were not found in their source. */
export function getFailedQuotes(
  event:
    | Pick<SynthesizedEvent, "type" | "citations" | "findings">
    | Pick<ClaimsEvent, "type" | "failedQuotes">
    | Pick<MemoEvent, "type" | "memo">,
): FailedQuote[] {
  switch (event.type) {
    case "debate.claims":
      return keepFailed(event.failedQuotes, "claims", "claims");
    case "debate.memo":
      return keepFailed(event.memo?.citations ?? [], "memo", "memo");
    case "debate.synthesized":
      return [
        ...keepFailed(event.citations ?? [], "judge", "judgment"),
        ...(event.findings ?? []).flatMap(({ by, quotes, votes }) => [
          ...keepFailed(quotes, by.join(", "), "finding"),
          ...votes.flatMap(({ debater, quote }) => keepFailed(quote ?? [], debater, "vote")),
        ]),
      ];
  }
}

/** The quotes of a critic that were not found in the draft. */
export function getFailedCritique(
  debater: string,
  critique: readonly Critique[] = [],
): FailedQuote[] {
  return critique.flatMap(({ quote }) => keepFailed(quote ?? [], debater, "critique"));
}

function keepFailed(
  quotes: Citation | readonly Citation[],
  by: string,
  where: FailedQuote["in"],
): FailedQuote[] {
  return [quotes]
    .flat()
    .flatMap(({ verified, at: _at, ...quote }) => (verified ? [] : [{ by, in: where, ...quote }]));
}
