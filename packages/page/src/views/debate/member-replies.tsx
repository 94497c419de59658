import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Round } from "@rostrum/core/protocol";
import { CopyButton } from "../../parts/copy-button.tsx";
import { describePosition } from "../../record/describe-position.ts";
import { formatModel } from "../../record/format-model.ts";
import { formatRound } from "../../record/format-round.ts";
import { debateHref } from "../../route/route.ts";
import type { MemberProps } from "./member-props.ts";
import { ReplyBody } from "./reply-body.tsx";
import "../../style/replies.css";

/** All replies of a member, latest first. Omits rounds in which it kept its answer without being called. */
export function MemberReplies(props: MemberProps): VNode {
  const { snapshot, member, onlyRound } = props;
  const { rounds } = snapshot.record.result;
  const replies = rounds.filter(({ index, positions }) => {
    const status = positions[member]?.status ?? "not_asked";
    return (
      (onlyRound === undefined || index === onlyRound) &&
      status !== "not_asked" &&
      status !== "kept"
    );
  });
  return (
    <div class="member-replies">
      {replies.length === 0 && <p class="dim">There is no reply in this round.</p>}
      {replies.toReversed().map((round) => (
        <MemberReply {...props} key={round.index} round={round} />
      ))}
    </div>
  );
}

function MemberReply({ round, ...props }: MemberProps & { round: Round }): VNode | null {
  const { id, snapshot, member, numbers, names, replyAddress, name, model } = props;
  const { record } = snapshot;
  const position = round.positions[member];
  const isNamed = replyAddress?.round === round.index && replyAddress.debater === name;
  const range = isNamed ? (replyAddress.range ?? null) : null;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    section.current?.scrollIntoView({ block: "start" });
    section.current?.querySelector(".passage")?.scrollIntoView({ block: "center" });
    section.current?.focus({ preventScroll: true });
  }, [isNamed, range?.join()]);
  if (!position) return null;
  const notes = describePosition(position);
  const address = (): string =>
    new URL(debateHref(id, "debate", { round: round.index, debater: name }), location.href).href;
  return (
    <article class={`reply${isNamed ? " named" : ""}`} ref={section} tabIndex={-1}>
      <header>
        <h3>{formatRound(round.index, record)}</h3>
        {notes.length > 0 && <span class="dim small">{notes.join(" · ")}</span>}
        {position.model !== undefined && position.model !== model && (
          <span class="dim small">written by {formatModel(position.model)}</span>
        )}
        <span class="reply-tools">
          {position.changed && (
            <a href={debateHref(id, "rounds", { round: round.index, debater: name })}>
              Why it changed its answer
            </a>
          )}
          <CopyButton text={address} label="Copy link" />
        </span>
      </header>
      <ReplyBody
        id={id}
        position={position}
        number={numbers[round.index]?.[member] ?? null}
        record={record}
        names={names}
        range={range}
      />
    </article>
  );
}
