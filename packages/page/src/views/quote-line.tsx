import type { VNode } from "preact";
import type { Citation } from "@rostrum/core/protocol";
import { describeSource } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { joinText, parseSpans } from "@rostrum/core/markdown";
import { Quote } from "../markdown/quotes.tsx";
import { citationHref } from "./citation-href.ts";

/** Emphasis and code in a quote, which stand in the source as marks, are not words. */
function removeMarks(text: string): string {
  return joinText(parseSpans(text));
}

/** A quote that counts: it leads to its source, or is struck through. */
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
