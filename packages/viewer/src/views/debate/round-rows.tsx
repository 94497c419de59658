import type { VNode } from "preact";
import type { Round } from "../../../../rostrum/src/protocol/position.ts";
import { percent } from "../../../../rostrum/src/export/phrases.ts";
import { hasWordings } from "../../../../rostrum/src/export/wordings.ts";
import { liveKey } from "../../../../rostrum/src/record/index.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Bar } from "../../parts/bar.tsx";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { cruxOf } from "../../../../rostrum/src/export/memo.ts";
import { CruxRow } from "./crux-row.tsx";
import { CellDetail } from "./cell-detail.tsx";
import { Cell } from "./cell.tsx";
import { Wordings } from "./wordings.tsx";

interface RoundRowsProps extends ViewProps {
  round: Round;
  /** It is still running. */
  open: boolean;
}

/** A round: its heading, one cell per debater, and the reply that is open. */
export function RoundRows(props: RoundRowsProps): VNode {
  const { id, round, open, moment, cell, numbers } = props;
  const { positions, index } = round;
  const own = numbers[index] ?? [];
  const isRead = (debater: string): boolean => cell?.round === index && cell.debater === debater;
  const read = positions.findIndex(
    ({ debater, status }) => isRead(debater) && status !== "not_asked",
  );
  const position = positions[read];
  const crux = cruxOf(moment.record.result, index);
  return (
    <tbody>
      {crux && <CruxRow crux={crux} columns={positions.length} />}
      <tr class="round-head">
        <th scope="rowgroup" colSpan={positions.length}>
          <RoundHead {...props} />
        </th>
      </tr>
      <tr class="round-cells">
        {positions.map((each, member) => (
          <td id={`r${index}-${member}`}>
            <Cell
              position={each}
              number={own[member] ?? null}
              live={moment.live.get(liveKey(index, each.debater))?.text}
              open={open}
              href={debateHref(
                id,
                "debate",
                isRead(each.debater) ? null : { round: index, debater: each.debater },
              )}
              current={isRead(each.debater)}
            />
          </td>
        ))}
      </tr>
      {!open && hasWordings(moment.record.result.rounds, index) && (
        <tr class="round-wordings">
          <td colSpan={positions.length}>
            <Wordings rounds={moment.record.result.rounds} index={index} />
          </td>
        </tr>
      )}
      {position && (
        <tr class="round-detail">
          <td colSpan={positions.length}>
            <CellDetail
              id={id}
              position={position}
              number={own[read] ?? null}
              model={moment.record.started?.panel[read]?.model ?? ""}
              record={moment.record}
              at={cell?.at ?? null}
            />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function roundName(index: number, { record }: ViewProps["moment"]): string {
  const { started } = record;
  const sided = record.result.rounds[index]?.positions.some(({ side }) => side !== undefined);
  if (sided) return `Round ${index}, each for its side`;
  if (started?.rules.answer === "draft") {
    return index === 0 ? "The draft" : index % 2 === 1 ? "Critique" : "Revision";
  }
  if (index === 0) return "Round 0, independent";
  return started?.rules.answer === "findings" ? "Checks" : `Round ${index}, revised`;
}

function RoundHead({
  round: { index, agreement, stopped },
  open,
  actions,
  moment,
}: RoundRowsProps): VNode {
  const over = moment.record.status === "completed" || moment.record.status === "failed";
  return (
    <div class="round-title">
      <span class="round-name">{roundName(index, moment)}</span>
      <span class="round-agreement">
        <span>
          {open ? "in progress" : agreement === null ? "" : `${percent(agreement)} agree`}
        </span>
        {!open && agreement !== null && <Bar share={agreement} />}
      </span>
      {stopped && <span class="dim">stopped here</span>}
      {actions && over && index > 0 && (
        <ActionButton class="quiet" act={() => actions.fork(index)}>
          Run again from here
        </ActionButton>
      )}
    </div>
  );
}
