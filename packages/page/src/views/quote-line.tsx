import type { VNode } from "preact";
import type { Citation } from "@rostrum/core/protocol";
import { describeSource } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { joinText, parseSpans } from "@rostrum/core/markdown";
import { Quote } from "../markdown/quotes.tsx";
import { citationHref } from "./citation-href.ts";

/** Removes Markdown marks of the source from a quote. */
function removeMarks(text: string): string {
  return joinText(parseSpans(text));
}

/** A quote that links to its source, or is struck through if it isn't there. */
export function QuoteLine({ id, quote }: { id: string; quote: Citation }): VNode {
  return (
    <li class="claim-quote">
      <span class="said">
        <Quote
          text={`“${removeMarks(escapeInvisible(quote.text))}”`}
          citation={quote}
          href={citationHref(id, quote)}
          strike
        />
      </span>{" "}
      <span class="dim small">
        {quote.verified ? "" : "not found in: "}
        {escapeInvisible(describeSource(quote))}
      </span>
    </li>
  );
}
