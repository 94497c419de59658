import type { ComponentChildren, VNode } from "preact";
import type { Citation } from "rostrum";
import { piecesOf, proseWords, sourceWords, visible } from "rostrum/page";

import { unbroken } from "./unbroken.ts";
import { withNames, type Names } from "./who.tsx";

/** How the quotes in a text are shown. */
export interface QuoteMarks {
  citations: readonly Citation[];
  /** Where the quoted words can be read; `null` if nowhere. */
  hrefOf(citation: Citation): string | null;
  /** A quote that stands nowhere is struck through; otherwise it is only marked. */
  strike: boolean;
}

/** Shows plain words, with the quotes and the debaters in them marked. `set` sets them for reading. */
export function markedText(
  quotes: QuoteMarks | undefined,
  names: Names | undefined,
  set: (text: string) => string = unbroken,
): (text: string) => ComponentChildren {
  if (quotes === undefined || quotes.citations.length === 0)
    return (text) => withNames(text, names, set);
  const { citations, hrefOf, strike } = quotes;
  return (text) =>
    piecesOf(text, citations).map(({ text: piece, citation }) =>
      citation === null ? (
        withNames(piece, names, set)
      ) : (
        <QuotePiece text={set(piece)} citation={citation} href={hrefOf(citation)} strike={strike} />
      ),
    );
}

interface QuotePieceProps {
  text: string;
  citation: Citation;
  href: string | null;
  strike: boolean;
}

export function QuotePiece({ text, citation, href, strike }: QuotePieceProps): VNode {
  const from = visible(sourceWords(citation));
  if (!citation.verified) {
    const title = strike ? `Not found in: ${from}` : visible(proseWords(citation));
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

/** A text as it came, with one passage marked that the page scrolls to. */
export function WithPassage({
  text,
  at,
}: {
  text: string;
  at: readonly [number, number] | null;
}): VNode {
  if (at === null)
    return (
      <pre class="said verbatim" tabIndex={0}>
        {visible(text)}
      </pre>
    );
  const [from, to] = at;
  return (
    <pre class="said verbatim" tabIndex={0}>
      {visible(text.slice(0, from))}
      <mark class="passage">{visible(text.slice(from, to))}</mark>
      {visible(text.slice(to))}
    </pre>
  );
}
