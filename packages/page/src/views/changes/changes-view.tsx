import type { VNode } from "preact";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { Chip } from "../../parts/chip.tsx";
import { findChange, findPosition } from "../../record/find-change.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import { formatWithNames } from "../../markdown/debater-names.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { ChangeDetail } from "./change-detail.tsx";
import { Flow } from "./flow.tsx";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import "../../style/changes.css";

/** All changed answers, with their reasons. */
export function ChangesView(props: ViewProps): VNode {
  const { id, snapshot, numbers, replyAddress, names } = props;
  const { rounds, whatIf } = snapshot.record.result;
  const { changed } = whatIf;
  if (rounds.length === 0) return <p class="dim">There was no round.</p>;
  // One change is open from the start: the first, unless the address names another.
  const openReply = replyAddress ?? changed[0] ?? null;
  const change = openReply && findChange(rounds, openReply);
  const numberOf = (answer: string | null): number | null =>
    answer === null ? null : findAnswerNumber(rounds, numbers, answer);
  return (
    <div class="changes-view">
      <div class="changes-overview" role="group" aria-label="All changes" tabIndex={0}>
        <h2>
          {changed.length === 0
            ? "Nobody changed their answer"
            : `${formatCount(changed.length, "change")} of mind`}
        </h2>
        <Flow {...props} replyAddress={openReply} />
        <ul class="change-list">
          {changed.map(({ debater, round, from, to }) => {
            const current = openReply?.round === round && openReply.debater === debater;
            const reason = findPosition(rounds, { round, debater })?.justification;
            return (
              <li class={current ? "current" : ""}>
                <a
                  href={debateHref(id, "rounds", { round, debater })}
                  aria-current={current ? "true" : undefined}
                >
                  <bdi>{escapeInvisible(debater)}</bdi>, round {round + 1}
                </a>
                <Chip answer={from} number={numberOf(from)} brief />
                <span class="step-to">
                  <span aria-label="to">→</span>
                  <Chip answer={to} number={numberOf(to)} brief />
                </span>
                <p class={reason === undefined ? "dim" : "said"}>
                  {reason === undefined
                    ? "It gave no reason."
                    : formatWithNames(clipLine(stripMarkdown(reason), 240), names)}
                </p>
              </li>
            );
          })}
        </ul>
      </div>
      {change && (
        <ChangeDetail
          key={`${change.after.round} ${change.after.debater}`}
          id={id}
          change={change}
          see={snapshot.record.started?.rules.see ?? "all"}
          numberOf={numberOf}
          names={names}
        />
      )}
      {replyAddress && !change && (
        <p class="dim">
          This debater did not change its answer in this round. Choose a change from the list.
        </p>
      )}
    </div>
  );
}
