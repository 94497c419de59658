import type { VNode } from "preact";
import { visible } from "../../../../rostrum/src/visible.ts";
import { diffOf } from "./diff.ts";

/** Two texts as one, with deletions struck through and additions underlined. */
export function DiffView({ before, after }: { before: string; after: string }): VNode {
  return (
    <div class="said diff">
      {diffOf(visible(before), visible(after)).map(({ kind, text }) => {
        if (kind === "gone") return <del>{text}</del>;
        return kind === "new" ? <ins>{text}</ins> : text;
      })}
    </div>
  );
}
