import type { VNode } from "preact";
import type { RecordedFile, RecordedItem } from "rostrum";
import { givenText, visible } from "rostrum/page";
import type { PassageAddress } from "../../route/route.ts";
import type { Files } from "../actions.ts";
import { ContextFile } from "./context-file.tsx";
import { TextWithPassage } from "../../markdown/quotes.tsx";

interface DocumentsProps {
  files: Files | null;
  context: readonly RecordedItem[];
  passage: PassageAddress | undefined;
}

/** The context as it was given; the document that a quote leads to is open at its place. */
export function Documents({ context, passage, files }: DocumentsProps): VNode | null {
  if (context.length === 0) return null;
  return (
    <section class="documents" aria-labelledby="documents-title">
      <h2 id="documents-title">Context</h2>
      {context.map((item, index) => {
        const given = givenText(item);
        if (given === null) return <ContextFile file={item as RecordedFile} files={files} />;
        const { of, text } = given;
        const name = of.document ?? "";
        const quoted = passage !== undefined && passage.document === name;
        return (
          <details open={quoted} key={`${index}-${quoted}`}>
            <summary>{visible(name) || `Context ${index + 1}`}</summary>
            <TextWithPassage text={text} at={quoted ? passage.at : null} />
          </details>
        );
      })}
    </section>
  );
}
