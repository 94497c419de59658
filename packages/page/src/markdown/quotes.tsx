import type { ComponentChildren, VNode } from "preact";
import type { Citation } from "@rostrum/core/protocol";
import { splitQuotes, describeProseQuote, describeSource } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";

import { keepUnits } from "../text/keep-units.ts";
import { formatWithNames, type DebaterNames } from "./debater-names.ts";

/** Style of the quotes in a text. */
export interface QuoteStyle {
  citations: readonly Citation[];
  /** Returns a link to the quoted words. Null if there is no such place. */
  findHref(citation: Citation): string | null;
  /** Strikes through quotes that aren't in their source. Otherwise they are only marked. */
  strike: boolean;
}

/** Returns a function that renders plain text with its quotes and debaters marked. `set` typesets the pieces. */
export function createTextMarker(
  quotes: QuoteStyle | undefined,
  names: DebaterNames | undefined,
  set: (text: string) => string = keepUnits,
): (text: string) => ComponentChildren {
  if (quotes === undefined || quotes.citations.length === 0)
    return (text) => formatWithNames(text, names, set);
  const { citations, findHref, strike } = quotes;
  return (text) =>
    splitQuotes(text, citations).map(({ text: piece, citation }) =>
      citation === null ? (
        formatWithNames(piece, names, set)
      ) : (
        <Quote text={set(piece)} citation={citation} href={findHref(citation)} strike={strike} />
      ),
    );
}

interface QuoteProps {
  text: string;
  citation: Citation;
  href: string | null;
  strike: boolean;
}

export function Quote({ text, citation, href, strike }: QuoteProps): VNode {
  const from = escapeInvisible(describeSource(citation));
  if (!citation.verified) {
    const title = strike ? `Not found in: ${from}` : escapeInvisible(describeProseQuote(citation));
    return strike ? (
      <s class="quote-lost" title={title}>
        {text}
      </s>
    ) : (
      <span class="quote-open" title={title}>
        {text}
      </span>
    );
  }
  return href === null ? (
    <span class="quote-found" title={from}>
      {text}
    </span>
  ) : (
    <a class="quote-found" href={href} title={from}>
      {text}
    </a>
  );
}

/** A text as received, with one passage marked that the page scrolls to. */
export function TextWithPassage({
  text,
  range,
}: {
  text: string;
  range: readonly [number, number] | null;
}): VNode {
  if (range === null)
    return (
      <pre class="said verbatim" tabIndex={0}>
        {escapeInvisible(text)}
      </pre>
    );
  const [from, to] = range;
  return (
    <pre class="said verbatim" tabIndex={0}>
      {escapeInvisible(text.slice(0, from))}
      <mark class="passage">{escapeInvisible(text.slice(from, to))}</mark>
      {escapeInvisible(text.slice(to))}
    </pre>
  );
}
