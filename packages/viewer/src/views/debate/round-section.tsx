import type { VNode } from "preact";
import type { Round } from "rostrum";
import { cruxOf, hasWordings, liveKey, visible } from "rostrum/page";
import { findAskedSince } from "../../record/awaited.ts";
import { isLastRound } from "../../record/position-notes.ts";
import { formatRound } from "../../record/round-name.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { CellDetail } from "./cell-detail.tsx";
import { Cell } from "./cell.tsx";
import { CruxRow } from "./crux-row.tsx";
import { RoundHead } from "./round-head.tsx";
import { Wordings } from "./wordings.tsx";

interface RoundSectionProps extends ViewProps {
  round: Round;
  /** It is still running. */
  open: boolean;
  /** Replies are shown as far as they fit into the window. */
  tall: boolean;
}

/** A round: its heading, one cell per debater, and the reply that is open. */
export function RoundSection(props: RoundSectionProps): VNode {
  const { id, round, open, tall, moment, cell, numbers, names } = props;
  const { record } = moment;
  const { positions, index } = round;
  const own = numbers[index] ?? [];
  const isRead = (debater: string): boolean => cell?.round === index && cell.debater === debater;
  const read = positions.findIndex(
    ({ debater, status }) => isRead(debater) && status !== "not_asked",
  );
  const position = positions[read];
  const crux = cruxOf(record.result, index);
  const since = findAskedSince(moment.events, index);
  return (
    <section class="round" id={`round-${index}`} aria-label={formatRound(index, record)}>
      {crux && <CruxRow crux={crux} />}
      <RoundHead {...props} />
      <div
        class="track"
        role="region"
        aria-label={`${formatRound(index, record)}, one column per debater`}
        tabIndex={0}
      >
        <ol class="columns round-cells">
          {positions.map((each, member) => (
            <li id={`r${index}-${member}`}>
              <span class="hidden">{visible(each.debater)}</span>
              <Cell
                position={each}
                number={own[member] ?? null}
                live={moment.live.get(liveKey(index, each.debater))}
                awaited={open ? (since.get(each.debater) ?? null) : null}
                waitsFor={record.waits.find(
                  (wait) => wait.for === "speak" && wait.source === each.debater,
                )}
                last={isLastRound(record, index)}
                tall={tall}
                names={names}
                href={debateHref(
                  id,
                  "debate",
                  isRead(each.debater) ? null : { round: index, debater: each.debater },
                )}
                current={isRead(each.debater)}
              />
            </li>
          ))}
        </ol>
      </div>
      {!open && hasWordings(record.result.rounds, index) && (
        <Wordings rounds={record.result.rounds} index={index} />
      )}
      {position && (
        <CellDetail
          id={id}
          position={position}
          number={own[read] ?? null}
          model={record.started?.panel[read]?.model ?? ""}
          record={record}
          names={names}
          at={cell?.at ?? null}
        />
      )}
    </section>
  );
}
