import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { Markdown } from "../../markdown/markdown.tsx";

/** Moderator's notes, and the rounds that read them. */
export function NoteList({ snapshot }: { snapshot: DebateSnapshot }): VNode | null {
  const { notes = [] } = snapshot.record.result;
  if (notes.length === 0) return null;
  return (
    <section class="notes" aria-label="The moderator’s notes">
      {notes.map(({ round, note, from }) => (
        <div class="note">
          <p class="dim small">
            {from === undefined ? "The moderator" : escapeInvisible(from)}, before round {round + 1}
          </p>
          <Markdown text={note} />
        </div>
      ))}
    </section>
  );
}
