import type { VNode } from "preact";
import { givenText } from "../../../../rostrum/src/record/index.ts";
import type { ContextItem } from "../../../../rostrum/src/protocol/question.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import type { PassageAddress } from "../../route/route.ts";
import { WithPassage } from "../../said/quotes.tsx";

interface DocumentsProps {
  context: readonly ContextItem[];
  passage: PassageAddress | undefined;
}

/** The context as it was given; the document that a quote leads to is open at its place. */
export function Documents({ context, passage }: DocumentsProps): VNode | null {
  if (context.length === 0) return null;
  const texts = context.map(givenText);
  return (
    <section class="documents" aria-labelledby="documents-title">
      <h2 id="documents-title">Context</h2>
      {texts.map(({ of, text }, index) => {
        const name = of.document ?? "";
        const quoted = passage !== undefined && passage.document === name;
        return (
          <details open={quoted} key={`${index}-${quoted}`}>
            <summary>{visible(name) || `Context ${index + 1}`}</summary>
            <WithPassage text={text} at={quoted ? passage.at : null} />
          </details>
        );
      })}
    </section>
  );
}
