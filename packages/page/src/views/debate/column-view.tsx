import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Position, Round } from "@rostrum/core/protocol";
import { formatAnswerNumber } from "@rostrum/core/export";
import { formatLiveKey } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { readLiveText } from "../../feed/read-live-text.ts";
import { colourClass } from "../../parts/chip.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { useKeys } from "../../parts/use-keys.ts";
import { findAskedSince } from "../../record/find-asked-since.ts";
import { describePosition } from "../../record/describe-position.ts";
import { formatRound } from "../../record/format-round.ts";
import { columnHref, debateHref } from "../../route/route.ts";
import { GrowingMarkdown } from "../../markdown/lazy-growing.tsx";
import type { ViewProps } from "../view-props.ts";
import { Awaited } from "./cell.tsx";
import { ReplyBody } from "./reply-body.tsx";
import "../../style/column.css";
import "../../style/board.css";

interface ColumnViewProps extends ViewProps {
  column: string;
  openRound: number | null;
}

/** One debater alone: all its rounds in full, at a width for reading. */
export function ColumnView(props: ColumnViewProps): VNode {
  const { id, moment, column } = props;
  const { rounds } = moment.record.result;
  const panel = moment.record.started?.panel ?? [];
  const member = panel.findIndex(({ name }) => name === column);
  const beside = (step: number): void => {
    const { name } = panel[(member + step + panel.length) % panel.length] ?? {};
    if (name !== undefined) location.hash = columnHref(id, name);
  };
  useKeys({
    h: () => beside(-1),
    l: () => beside(1),
    j: () => toTurn(1),
    k: () => toTurn(-1),
    Escape: () => (location.hash = debateHref(id)),
  });
  useEffect(() => {
    document.querySelector(".column-view")?.scrollIntoView({ block: "nearest" });
  }, [column]);
  return (
    <section class="column-view" aria-label={`${escapeInvisible(column)} alone`}>
      <nav class="column-tabs" aria-label="Debaters">
        <a href={debateHref(id)}>All debaters</a>
        {panel.map(({ name }, index) => (
          <a href={columnHref(id, name)} aria-current={index === member ? "true" : undefined}>
            <Standing {...props} member={index} />
            {escapeInvisible(name)}
          </a>
        ))}
      </nav>
      {member < 0 ? (
        <p class="dim">There is no debater with this name. Choose one above.</p>
      ) : (
        rounds.map((round) => <Turn {...props} round={round} member={member} />)
      )}
    </section>
  );
}

/** The number of a debater's latest answer, or that it is writing. */
function Standing({
  moment,
  numbers,
  openRound,
  member,
}: ColumnViewProps & { member: number }): VNode {
  const name = moment.record.started?.panel[member]?.name ?? "";
  if (openRound !== null && moment.live.has(formatLiveKey(openRound, name)))
    return <span class="dot beating" />;
  const number = numbers.map((round) => round[member] ?? null).findLast((each) => each !== null);
  return (
    <span class={`mark ${colourClass(number ?? null)}`} aria-hidden="true">
      {number === undefined || number === null ? "–" : formatAnswerNumber(number)}
    </span>
  );
}

function Turn(props: ColumnViewProps & { round: Round; member: number }): VNode | null {
  const { id, moment, round, member, numbers, names, openRound } = props;
  const position = round.positions[member];
  if (!position) return null;
  return (
    <article class="turn" tabIndex={-1}>
      <header>
        <h2>{formatRound(round.index, moment.record)}</h2>
        {position.status !== "not_asked" && (
          <span class="dim small">{describePosition(position).join(" · ")}</span>
        )}
      </header>
      {position.status === "not_asked" ? (
        <NotThere {...props} position={position} open={round.index === openRound} />
      ) : (
        <ReplyBody
          id={id}
          position={position}
          number={numbers[round.index]?.[member] ?? null}
          record={moment.record}
          names={names}
          at={null}
        />
      )}
    </article>
  );
}

function NotThere({
  moment,
  names,
  position: { round, debater },
  open,
}: ColumnViewProps & { position: Position; open: boolean }): VNode {
  const live = moment.live.get(formatLiveKey(round, debater));
  if (live) {
    return (
      <>
        <p class="dim small">
          <span class="dot beating" /> Writing for <Elapsed since={live.at} />
        </p>
        <GrowingMarkdown text={readLiveText(live.text)} names={names} />
      </>
    );
  }
  const since = open ? findAskedSince(moment.events, round).get(debater) : undefined;
  return since === undefined ? <p class="dim">Not asked.</p> : <Awaited since={since} />;
}

/** Scrolls to the next or the previous reply. */
function toTurn(step: number): void {
  const turns = [...document.querySelectorAll<HTMLElement>(".turn")];
  const tops = turns.map((turn) => turn.getBoundingClientRect().top);
  const next =
    step > 0 ? tops.findIndex((top) => top > 120) : tops.findLastIndex((top) => top < -8);
  const turn = turns[next];
  turn?.scrollIntoView({ block: "start" });
  turn?.focus({ preventScroll: true });
}
