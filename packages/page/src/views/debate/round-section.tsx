import type { VNode } from "preact";
import type { Round } from "@rostrum/core/protocol";
import {
  formatCount,
  findRoundCrux,
  type CruxOutcome,
  describeGrouping,
  hasWordings,
  groupWordings,
} from "@rostrum/core/export";
import { formatLiveKey } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { MarkdownLine } from "../../markdown/markdown.tsx";
import { findAskedSince } from "../../record/find-asked-since.ts";
import { isLastRound } from "../../record/describe-position.ts";
import { describeAnswer } from "../../record/describe-answer.ts";
import { formatRound } from "../../record/format-round.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { lazy } from "../../parts/lazy.tsx";
import { Cell } from "./cell.tsx";
import { RoundHead } from "./round-head.tsx";

// Many readers open no reply.
const CellDetail = lazy(async () => (await import("./cell-detail.tsx")).CellDetail, "part");

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
  const crux = findRoundCrux(record.result, index);
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
              <span class="hidden">{escapeInvisible(each.debater)}</span>
              <Cell
                position={each}
                number={own[member] ?? null}
                live={moment.live.get(formatLiveKey(index, each.debater))}
                awaited={open ? (since.get(each.debater) ?? null) : null}
                waitsFor={record.waits.find(
                  (wait) => wait.for === "speak" && wait.source === each.debater,
                )}
                last={isLastRound(record, index)}
                tall={tall}
                names={names}
                kind={record.started?.rules.answer ?? ""}
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

/** The claim that a round began with, between it and the round before: who stood where, and who moved. */
function CruxRow({ crux }: { crux: CruxOutcome }): VNode {
  return (
    <div class="crux">
      <p class="dim small">The disagreement turns on</p>
      <MarkdownLine text={crux.claim} class="crux-claim" />
      <dl>
        <Side name="For" debaters={crux.for} />
        <Side name="Against" debaters={crux.against} />
        <Side name="Changed their answer" debaters={crux.moved} />
      </dl>
    </div>
  );
}

function Side({ name, debaters }: { name: string; debaters: readonly string[] }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{debaters.map(escapeInvisible).join(", ") || "nobody"}</dd>
    </div>
  );
}

/** Which wordings of a round count as one answer, and who put them together. */
function Wordings({ rounds, index }: { rounds: readonly Round[]; index: number }): VNode {
  const groups = groupWordings(rounds, index);
  const count = groups.reduce((sum, { wordings }) => sum + wordings.length, 0);
  return (
    <details class="wordings">
      <summary>
        {formatCount(count, "wording")}, {formatCount(groups.length, "answer")}
      </summary>
      <ol>
        {groups.map((group) => (
          <li>
            {group.wordings.map(({ text, debaters }) => (
              <p class="said">
                {escapeInvisible(describeAnswer(text))}{" "}
                <span class="dim small">{debaters.map(escapeInvisible).join(", ")}</span>
              </p>
            ))}
            <p class="dim small">
              {describeGrouping(group)}
              {group.by && group.label && " · "}
              {group.label && (
                <span class="comparer-label">
                  the comparer's label: <q>{escapeInvisible(group.label)}</q>
                </span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
