import type { VNode } from "preact";
import { visible } from "rostrum/page";
import { CopyLink } from "../../parts/copy-link.tsx";
import { describePosition } from "../../record/position-notes.ts";
import { columnHref, debateHref } from "../../route/route.ts";
import { ReplyBody, type ReplyProps } from "./reply-body.tsx";

/** One reply in full. It has its own address, and its heading stays visible. */
export function CellDetail({ model, ...reply }: ReplyProps & { model: string }): VNode {
  const { id, position } = reply;
  const { debater, round, changed } = position;
  const cell = { round, debater };
  const toTop = ({ currentTarget }: Event): void =>
    (currentTarget as Element).closest(".detail")?.scrollIntoView({ block: "start" });
  return (
    <section class="detail" aria-label={`${visible(debater)} in round ${round}`}>
      <header>
        <h3>
          <bdi>{visible(debater)}</bdi> <span class="dim">in round {round}</span>
        </h3>
        <span class="detail-tools">
          {changed && <a href={debateHref(id, "changes", cell)}>Why it changed its answer</a>}
          <a href={columnHref(id, debater)}>All its rounds</a>
          <CopyLink href={debateHref(id, "debate", cell)} />
          <button type="button" class="quiet" onClick={toTop}>
            Top of the reply
          </button>
          <a href={debateHref(id)}>Close</a>
        </span>
      </header>
      <p class="dim small">
        {/* A name in another direction must not turn the figures next to it. */}
        <bdi>{visible(position.model ?? model)}</bdi>
        {describePosition(position).map((note) => ` · ${note}`)}
      </p>
      <ReplyBody {...reply} />
    </section>
  );
}
