import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { describePosition } from "../../record/describe-position.ts";
import { formatModel } from "../../record/format-model.ts";
import { columnHref, debateHref } from "../../route/route.ts";
import { ReplyBody, type ReplyProps } from "./reply-body.tsx";

/** One reply in full. It has its own address, and its heading stays visible. */
export function CellDetail({ model, ...reply }: ReplyProps & { model: string }): VNode {
  const { id, position, at } = reply;
  const { debater, round, changed } = position;
  const cell = { round, debater };
  const section = useRef<HTMLElement>(null);
  const toTop = (): void => section.current?.scrollIntoView({ block: "start" });
  useEffect(() => {
    section.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const passage = section.current?.querySelector(".passage");
    passage?.scrollIntoView({ block: "center", inline: "nearest" });
  }, [round, debater, at?.join()]);
  return (
    <section
      class="detail"
      aria-label={`${escapeInvisible(debater)} in round ${round}`}
      ref={section}
    >
      <header>
        <h3>
          <bdi>{escapeInvisible(debater)}</bdi> <span class="dim">in round {round}</span>
        </h3>
        <span class="detail-tools">
          {changed && <a href={debateHref(id, "changes", cell)}>Why it changed its answer</a>}
          <a href={columnHref(id, debater)}>All its rounds</a>
          <CopyButton
            text={() => new URL(debateHref(id, "debate", cell), location.href).href}
            label="Copy link"
          />
          <button type="button" class="quiet" onClick={toTop}>
            <Icon name="up" />
            Top of the reply
          </button>
          <a class="button quiet" href={debateHref(id)}>
            <Icon name="close" />
            Close
          </a>
        </span>
      </header>
      <p class="dim small">
        {/* A name in another direction must not turn the figures next to it. */}
        <bdi>{formatModel(position.model ?? model)}</bdi>
        {describePosition(position).map((note) => ` · ${note}`)}
      </p>
      <ReplyBody {...reply} />
    </section>
  );
}
