import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Round } from "@rostrum/core/protocol";
import {
  CHEAPER_METHODS,
  describeMethod,
  findRoundCrux,
  formatCount,
  formatDuration,
} from "@rostrum/core/export";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { describeFork } from "../../record/describe-fork.ts";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
import { formatRound } from "../../record/format-round.ts";
import { answersBlind } from "../debate/answers-blind.ts";
import { MemberRow } from "../debate/member-row.tsx";
import type { ViewProps } from "../view-props.ts";
import { Comparison } from "./comparison.tsx";
import { CruxStep } from "./crux-step.tsx";
import "../../style/members.css";
import "../../style/rounds.css";

const ChangesView = lazy(
  async () => (await import("../changes/changes-view.tsx")).ChangesView,
  "part",
);
const ConvergenceView = lazy(
  async () => (await import("../convergence/convergence-view.tsx")).ConvergenceView,
  "part",
);
const WhatIfTable = lazy(
  async () => (await import("../debate/what-if-table.tsx")).WhatIfTable,
  "part",
);

/** The course of a debate: rounds, comparisons, changed answers, and agreement over time. */
export function RoundsView(props: ViewProps): VNode {
  const { snapshot, numbers, replyAddress } = props;
  const { record } = snapshot;
  const { result, status, completedRounds } = record;
  const { rounds, whatIf, decision } = result;
  if (rounds.length === 0) return <p class="dim">No round has started yet.</p>;
  if (answersBlind(props))
    return (
      <p class="dim">
        Everyone answers on their own first. You see the other answers once you have answered.
      </p>
    );
  const isVoted = rounds.every(
    ({ agreement }, index) => index >= completedRounds || agreement !== null,
  );
  const isDecided = decision.method !== "none" && status !== "running";
  return (
    <div class="rounds-view">
      <ol class="timeline">
        {rounds.map((round) => (
          <RoundSteps {...props} key={round.index} round={round} />
        ))}
        {isDecided && (
          <li class="done">
            <h2>Decision</h2>
            <p>
              By {result.review ? "a person" : describeMethod(decision.method)}, after{" "}
              {formatCount(rounds.length, "round")}.
            </p>
          </li>
        )}
      </ol>
      {isVoted && (whatIf.changed.length > 0 || replyAddress !== null) && (
        <Fold title={describeChanges(whatIf.changed.length)} isOpen={replyAddress !== null}>
          <ChangesView {...props} />
        </Fold>
      )}
      {isVoted && isDecided && result.agreement !== null && (
        <Fold title={CHEAPER_METHODS}>
          <WhatIfTable record={record} numbers={numbers} />
          {completedRounds > 1 && <ConvergenceView {...props} />}
        </Fold>
      )}
    </div>
  );
}

function describeChanges(count: number): string {
  return count === 0
    ? "Nobody changed their answer"
    : `Who changed their mind (${formatCount(count, "change")})`;
}

interface FoldProps {
  title: string;
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A section that loads when it is opened. */
function Fold({ title, isOpen = false, children }: FoldProps): VNode {
  const [open, setOpen] = useState(isOpen);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    setOpen(true);
    box.current?.scrollIntoView({ block: "start" });
  }, [isOpen]);
  return (
    <details
      class="card fold"
      ref={box}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {open && <div class="fold-body">{children}</div>}
    </details>
  );
}

/** A round, the comparison of its answers, and the claim that the next round is about. */
function RoundSteps(props: ViewProps & { round: Round }): VNode {
  const { snapshot, actions, round } = props;
  const { record, events } = snapshot;
  const { index, positions, shortfall } = round;
  const isOpen = index >= record.completedRounds && record.status === "running";
  const isOver = record.status === "completed" || record.status === "failed";
  const fork = isOver && index > 0 ? actions?.fork : null;
  const crux = findRoundCrux(record.result, index);
  const panel = record.started?.panel ?? [];
  const keeping = positions.filter(({ status }) => status === "kept");
  const asked = positions.filter(({ status }) => status !== "not_asked" && status !== "kept");
  const failedCount = asked.filter(({ status }) => status === "failed").length;
  const span = measureRound(events, index);
  return (
    <>
      {crux && <CruxStep crux={crux} names={props.names} />}
      <li class={isOpen ? "now" : "done"} id={`round-${index}`}>
        <h2>
          {formatRound(index, record)}
          <small>
            {failedCount === 0
              ? formatCount(asked.length, "reply", "replies")
              : `${asked.length - failedCount} of ${asked.length} replied`}
            {span === null ? "" : ` · ${formatDuration(span)}`}
            {isOpen ? " · running" : ""}
          </small>
          {fork && (
            <ActionButton
              class="quiet"
              icon="repeat"
              act={() => fork(index)}
              confirm={{
                title: `Run again from round ${index + 1}?`,
                text: describeFork(snapshot, index),
                button: "Run again",
              }}
            >
              Run again from here
            </ActionButton>
          )}
        </h2>
        {shortfall !== undefined && <p class="notice">This round doesn’t count: {shortfall}</p>}
        <div class="card rows">
          {panel.map(({ name, model, weight }, member) =>
            positions[member]?.status === "kept" ? null : (
              <MemberRow
                {...props}
                replyAddress={null}
                openMember={undefined}
                key={name}
                name={name}
                model={model}
                weight={weight}
                member={member}
                onlyRound={index}
              />
            ),
          )}
        </div>
        {keeping.length > 0 && (
          <p class="dim small">
            {joinVisibleNames(keeping.map(({ debater }) => debater))}{" "}
            {keeping.length === 1 ? "was not asked again" : "were not asked again"}, and{" "}
            {keeping.length === 1 ? "keeps its answer" : "keep their answers"}.
          </p>
        )}
      </li>
      {!isOpen && <Comparison {...props} index={index} />}
    </>
  );
}

/** Duration of a round in milliseconds. Null while it runs. */
function measureRound(events: DebateSnapshot["events"], round: number): number | null {
  const start = events.find(
    (event) => event.type === "debate.round_started" && event.round === round,
  );
  const end = events.findLast(
    (event) => event.type === "debate.round_completed" && event.round === round,
  );
  return start && end ? end.at - start.at : null;
}
