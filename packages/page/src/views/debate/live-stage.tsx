import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { listHeldGroups } from "@rostrum/core/export";
import { type DebateRecord, formatLiveKey } from "@rostrum/core/record";
import type { Position } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { readLiveText } from "../../feed/read-live-text.ts";
import { GrowingMarkdown } from "../../markdown/lazy-growing.tsx";
import { Markdown, renderLine } from "../../markdown/markdown.tsx";
import { Avatar } from "../../parts/avatar.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useNow } from "../../parts/use-now.ts";
import { wasStoppedByUser } from "../../record/describe-cause.ts";
import { describeFailure, isLastRound } from "../../record/describe-position.ts";
import { findAskedSince } from "../../record/find-asked-since.ts";
import { formatModel } from "../../record/format-model.ts";
import { formatRound } from "../../record/format-round.ts";
import { readReasons } from "../../record/read-reasons.ts";
import { debateHref, memberHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { answersBlind } from "./answers-blind.ts";
import { MemberList } from "./member-list.tsx";
import { StepBar } from "./step-bar.tsx";
import "../../style/live.css";

/** Minimum height of the judge's text, in rows, so that the content below doesn't move. */
const MAX_ROWS = 6;

/** A running debate: its steps and the texts being written. All heights are fixed, so that nothing moves. */
export function LiveStage(props: ViewProps): VNode {
  const { snapshot } = props;
  const { record, live } = snapshot;
  const { phase, result, completedRounds } = record;
  const isJudging = phase === "judging";
  const isRouted = [...live.values()].some(({ source }) => source === "router");
  const round = result.rounds.at(-1)?.index ?? 0;
  const panelSize = record.started?.panel.length ?? 1;
  const title = isJudging
    ? "The judge"
    : isRouted
      ? "One model is asked first"
      : formatRound(round, record);
  return (
    <>
      <section class="live-stage" aria-labelledby="live-title">
        <StepBar record={record} />
        <h2 id="live-title">{title}</h2>
        <div class="card rows" style={{ "--rows": Math.min(panelSize, MAX_ROWS) }}>
          {isJudging || isRouted ? (
            <LiveText
              key={isJudging ? "judge" : "router"}
              {...props}
              source={isJudging ? "judge" : "router"}
            />
          ) : answersBlind(props) ? (
            <p class="dim live-blind">
              The others answer at the same time. You see their answers once you have answered.
            </p>
          ) : (
            (record.started?.panel ?? []).map(({ name, model }, member) => (
              <LiveRow
                {...props}
                key={name}
                name={name}
                model={model}
                member={member}
                round={round}
              />
            ))
          )}
        </div>
      </section>
      {completedRounds > 0 && !answersBlind(props) && <MemberList {...props} />}
    </>
  );
}

interface LiveRowProps extends ViewProps {
  name: string;
  model: string;
  member: number;
  round: number;
}

/** A member in the current round: waiting, writing or done. Has the same height in every state. */
function LiveRow({
  id,
  openMember,
  snapshot,
  numbers,
  names,
  name,
  model,
  member,
  round,
}: LiveRowProps): VNode {
  const { record, live } = snapshot;
  const isOpen = openMember === name;
  const position = record.result.rounds[round]?.positions[member];
  const number =
    numbers.map((each) => each[member] ?? null).findLast((each) => each !== null) ??
    findComparedGroup(record, round, position);
  const text = live.get(formatLiveKey(round, name));
  const wait = record.waits.find(
    ({ for: action, source }) => action === "speak" && source === name,
  );
  const since = findAskedSince(snapshot.events, round).get(name);
  const row = (
    state: ComponentChildren,
    body: ComponentChildren,
    headline: ComponentChildren = "",
  ): VNode => (
    <div class={`live-row${isOpen ? " open" : ""}`}>
      <Avatar name={name} number={number ?? null} />
      <span class="member-name">
        <a
          href={isOpen ? debateHref(id) : memberHref(id, name)}
          aria-expanded={isOpen}
          title={isOpen ? "Show only the end" : "Show the full text"}
        >
          <bdi>{escapeInvisible(name)}</bdi>
        </a>
        <small>{formatModel(model)}</small>
      </span>
      <span class="live-words said">{headline}</span>
      <span class="live-state">{state}</span>
      <div class="live-body">{body}</div>
    </div>
  );
  if (position && position.status !== "not_asked")
    return row(
      <Outcome position={position} />,
      <FinishedReply position={position} isLast={isLastRound(record, round)} names={names} />,
      renderLine(position.headline ?? position.label ?? "", names),
    );
  if (text)
    return row(
      <>
        <span class="dot beating" /> Writing, <Elapsed since={text.at} />
      </>,
      <Stream text={readLiveText(text.text)} names={names} />,
    );
  if (wait) return row(`Waits for ${escapeInvisible(wait.name ?? "a person")}`, "");
  if (since === undefined) return row(round === 0 ? "" : "Keeps its answer", "");
  return row(<PendingReply since={since} />, "");
}

/** Index of the group of a reply in its round, while the round isn't over. Null if it isn't compared yet. */
function findComparedGroup(
  { result }: DebateRecord,
  round: number,
  position: Position | undefined,
): number | null {
  const currentRound = result.rounds[round];
  const groups = currentRound ? listHeldGroups(currentRound) : [];
  const index = groups.findIndex(({ items }) => items.includes(position?.answer ?? ""));
  return index < 0 ? null : index;
}

function Outcome({
  position: { status, changed, round, errorCode },
}: {
  position: Position;
}): VNode | null {
  if (status === "failed" && !wasStoppedByUser({ errorCode }))
    return <span class="tag bad">Failed</span>;
  if (status === "unread") return <span class="tag warn">Not counted</span>;
  if (changed) return <span class="tag warn">Changed</span>;
  return <span class="tag outline">{round === 0 ? "Done" : "Kept"}</span>;
}

interface FinishedReplyProps extends Pick<ViewProps, "names"> {
  position: Position;
  isLast: boolean;
}

/** The beginning of a finished reply, or the reason for its failure. */
function FinishedReply({ position, isLast, names }: FinishedReplyProps): VNode {
  if (position.status === "failed")
    return <p class="live-failure said">{escapeInvisible(describeFailure(position, isLast))}</p>;
  return (
    <div class="live-written">
      <Markdown text={readLiveText(readReasons(position))} names={names} />
    </div>
  );
}

/** Keeps the end of the text visible while earlier lines scroll away, and fades the top once something did. */
function Stream({ text, names }: { text: string } & Pick<ViewProps, "names">): VNode {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !content.current) return undefined;
    // The text may be drawn later than it came, when its renderer has been loaded.
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
      element.classList.toggle("scrolled", element.scrollTop > 0);
    });
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div class="live-stream" ref={box}>
      <div ref={content}>
        <GrowingMarkdown text={text} names={names} />
      </div>
    </div>
  );
}

const SLOW_MS = 20_000;

/** A reply without any text yet, and its waiting time. */
function PendingReply({ since }: { since: number }): VNode {
  const isSlow = useNow() - since > SLOW_MS;
  return (
    <span class={isSlow ? "live-slow" : ""}>
      <Icon name="clock" /> {isSlow ? "Slow" : "Thinking"}, <Elapsed since={since} />
    </span>
  );
}

/** Text that the judge or the router is writing. */
function LiveText({ snapshot, names, source }: ViewProps & { source: string }): VNode {
  const text = [...snapshot.live.values()].find((piece) => piece.source === source)?.text ?? "";
  return (
    <div class="live-row live-alone">
      <Stream text={readLiveText(text)} names={names} />
    </div>
  );
}
