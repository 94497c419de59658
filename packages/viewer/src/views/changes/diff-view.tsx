import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { visible } from "rostrum/page";
import { Folded } from "../../parts/folded.tsx";
import { Markdown } from "../../markdown/markdown.tsx";
import type { DebaterNames } from "../../markdown/debater-names.tsx";
import { areAlike, compareTexts } from "./compare-texts.ts";

interface DiffViewProps {
  before: string;
  after: string;
  names: DebaterNames;
  /** The name under which the page remembers what is open. */
  name: string;
}

/**
 * Similar texts are shown as one, with deletions struck through and additions underlined; others
 * one after the other.
 */
export function DiffView({ before, after, names, name }: DiffViewProps): VNode {
  const pieces = useMemo(() => compareTexts(visible(before), visible(after)), [before, after]);
  if (areAlike(pieces)) {
    return (
      <div class="said diff">
        {pieces.map(({ kind, text }) => {
          if (kind === "gone") return <del>{text}</del>;
          return kind === "new" ? <ins>{text}</ins> : text;
        })}
      </div>
    );
  }
  return (
    <div class="before-after">
      {[
        { title: "Before", text: before },
        { title: "After", text: after },
      ].map(({ title, text }) => (
        <section aria-label={title}>
          <h4>{title}</h4>
          <Folded
            name={`${name} ${title}`}
            what={title === "Before" ? "the earlier reply" : "the later reply"}
          >
            {text === "" ? (
              <p class="dim">There was no reply.</p>
            ) : (
              <Markdown text={text} names={names} />
            )}
          </Folded>
        </section>
      ))}
    </div>
  );
}
