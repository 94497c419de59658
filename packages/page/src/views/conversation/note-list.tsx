import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import type { Moment } from "../../feed/feed.ts";
import { Markdown } from "../../markdown/markdown.tsx";

/** Moderator's notes, and the rounds that read them. */
export function NoteList({ moment }: { moment: Moment }): VNode | null {
  const { notes = [] } = moment.record.result;
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
