import { alignQuote } from "../../answers/index.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { Round } from "../../protocol/position.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import { quoteSources } from "./sources.ts";

/** A citation as runs recorded it before quotes were checked. */
interface EarlierCitation {
  debater: string;
  quote?: string;
}

/** A decision whose citations are checked: those of earlier records now, and one without words cites nothing. */
export function withCitations(
  event: SynthesizedEvent,
  rounds: readonly Round[],
  context: readonly RecordedItem[] = [],
): SynthesizedEvent {
  const recorded: readonly (Citation | EarlierCitation)[] | undefined = event.citations;
  if (recorded === undefined || recorded.every((citation) => "text" in citation)) return event;
  const sources = quoteSources(rounds, context);
  const citations = recorded.flatMap((citation) => {
    if ("text" in citation) return [citation];
    const { debater, quote } = citation;
    return quote === undefined ? [] : [alignQuote(quote, sources.saidBy(debater))];
  });
  return { ...event, citations };
}
