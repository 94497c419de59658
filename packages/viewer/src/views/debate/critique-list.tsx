import type { VNode } from "preact";
import type { Critique } from "../../../../rostrum/src/protocol/critique.ts";
import { visible } from "../../../../rostrum/src/visible.ts";

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
          <p class="said">{visible(problem)}</p>
          {suggestion !== "" && <p class="said dim">{visible(suggestion)}</p>}
        </li>
      ))}
    </ol>
  );
}
