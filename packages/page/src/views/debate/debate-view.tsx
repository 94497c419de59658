import type { VNode } from "preact";
import type { Round } from "@rostrum/core/protocol";
import { formatCount, listNotices, listOtherWarnings } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { lazy } from "../../parts/lazy.tsx";
import { removeOptions } from "../../record/plain-words.ts";
import { NoteList } from "../conversation/note-list.tsx";
import type { ViewProps } from "../view-props.ts";
import { answersBlind } from "./answers-blind.ts";
import { AnswerBody } from "./answer-body.tsx";
import { Differences } from "./differences.tsx";
import { MemberList } from "./member-list.tsx";

// Loaded on demand, for running debates.
const LiveStage = lazy(async () => (await import("./live-stage.tsx")).LiveStage, "part");
// Loaded on demand: a shared file has no thread.
const Thread = lazy(async () => (await import("../conversation/thread.tsx")).Thread, "part");
const FollowUpForm = lazy(
  async () => (await import("../conversation/follow-up-form.tsx")).FollowUpForm,
  "part",
);

/** The full answer, the differences, and the members' replies; while a debate runs, the texts being written. */
export function DebateView(props: ViewProps): VNode {
  const { id, moment, actions } = props;
  const { record } = moment;
  const { result, status } = record;
  const isDecided = result.decision.method !== "none";
  const isOver = status === "completed";
  return (
    <div class="answer-view">
      <NoteList moment={moment} />
      {status === "running" && <LiveStage key="live" {...props} />}
      {isDecided && status !== "running" && <AnswerBody key="answer" {...props} />}
      {result.differences.length > 0 && status !== "running" && (
        <Differences key="differences" {...props} />
      )}
      {hasReplies(result.rounds) && status !== "running" && (
        <Blind key="members" isHidden={answersBlind(props)}>
          <MemberList {...props} />
        </Blind>
      )}
      {status !== "running" && (
        <div class="later">
          <Remarks {...props} />
          {/* The head of an escalated debate has the form. */}
          {isOver && !result.escalateToHuman && actions?.review}
          {isOver && actions?.outcome}
        </div>
      )}
      {actions && isOver && <Thread key={`thread ${id}`} record={record} />}
      {isOver && actions?.follow && <FollowUpForm follow={actions.follow} />}
    </div>
  );
}

/** Without replies there is nothing to read. The head states the reason. */
function hasReplies(rounds: readonly Round[]): boolean {
  return rounds.some(({ positions }) =>
    positions.some(({ status }) => status !== "failed" && status !== "not_asked"),
  );
}

/** Warnings that don't affect the answer. */
function Remarks({ moment }: ViewProps): VNode | null {
  const { record } = moment;
  const stated = new Set(listNotices(record).map(({ title }) => title));
  const warnings = listOtherWarnings(record.result).filter((warning) => !stated.has(warning));
  if (warnings.length === 0) return null;
  return (
    <details class="remarks-fold">
      <summary>{formatCount(warnings.length, "remark")} on how this debate went</summary>
      <ul>
        {warnings.map((warning) => (
          <li>{escapeInvisible(removeOptions(warning))}</li>
        ))}
      </ul>
    </details>
  );
}

function Blind({ isHidden, children }: { isHidden: boolean; children: VNode }): VNode {
  if (!isHidden) return children;
  return (
    <details>
      <summary>
        Show the other answers. Better answer first: in round 1, everyone answers on their own.
      </summary>
      {children}
    </details>
  );
}
