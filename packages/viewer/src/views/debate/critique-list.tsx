import type { VNode } from "preact";
import type { Critique } from "rostrum";
import { visible } from "rostrum/page";
import { MarkdownLine } from "../../markdown/markdown.tsx";

/** What a critic says of a draft. Words that don't stand in the draft are struck through. */
export function CritiqueList({ critique }: { critique: readonly Critique[] }): VNode {
  return (
    <ol class="findings">
      {critique.map(({ quote, problem, suggestion }) => (
        <li class="finding">
          {quote && (
            <blockquote class="finding-quote said">
              {quote.verified ? visible(quote.text) : <s>{visible(quote.text)}</s>}
              {!quote.verified && <span class="dim small"> not in the draft</span>}
            </blockquote>
          )}
          <MarkdownLine text={problem} />
          {suggestion !== "" && <MarkdownLine text={suggestion} class="dim" />}
        </li>
      ))}
    </ol>
  );
}
