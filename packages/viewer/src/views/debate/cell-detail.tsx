import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { escapeInvisible } from "rostrum/page";
import { copyText } from "../../parts/copy-text.ts";
import { describePosition } from "../../record/describe-position.ts";
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
    <section class="detail" aria-label={`${escapeInvisible(debater)} in round ${round}`}>
      <header>
        <h3>
          <bdi>{escapeInvisible(debater)}</bdi> <span class="dim">in round {round}</span>
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
        <bdi>{escapeInvisible(position.model ?? model)}</bdi>
        {describePosition(position).map((note) => ` · ${note}`)}
      </p>
      <ReplyBody {...reply} />
    </section>
  );
}

/** Puts the address of something on the page into the clipboard. */
function CopyLink({ href }: { href: string }): VNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await copyText(new URL(href, location.href).href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  // If nothing can be copied, the link is still in the address bar.
  return (
    <button type="button" class="quiet" onClick={() => void copy().catch(() => undefined)}>
      {copied ? "Copied" : "Copy link"}
    </button>
  );
}
