import type { VNode } from "preact";
import { formatCount, listNotices, listOtherWarnings } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { lazy } from "../../parts/lazy.tsx";
import { hasReplies } from "../../record/has-replies.ts";
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
  const { id, snapshot, actions } = props;
  const { record } = snapshot;
  const { result, status, started } = record;
  const isDecided = result.decision.method !== "none";
  const isOver = status === "completed";
  return (
    <div class="answer-view">
      <NoteList snapshot={snapshot} />
      {status === "running" && <LiveStage key="live" {...props} />}
      {actions && started?.parent !== undefined && <Thread key={`thread ${id}`} record={record} />}
      {isDecided && status !== "running" && <AnswerBody key="answer" {...props} />}
      {status !== "running" && <Differences key="differences" {...props} />}
      {/* The findings name who reported them and who voted. */}
      {(hasReplies(record) || status === "failed") && status !== "running" && !result.findings && (
        <Blind key="members" isHidden={answersBlind(props)}>
          <MemberList {...props} />
        </Blind>
      )}
      {status !== "running" && (
        <div class="later">
          {status !== "failed" && <Notes {...props} />}
          {/* The head of an escalated debate has the form. */}
          {isOver && !result.escalateToHuman && actions?.review}
          {isOver && actions?.outcome}
        </div>
      )}
      {actions && isOver && started?.parent === undefined && (
        <Thread key={`thread ${id}`} record={record} />
      )}
      {isOver && actions?.follow && (
        <FollowUpForm follow={actions.follow} cost={actions.estimate?.typicalCost ?? ""} />
      )}
    </div>
  );
}

/** Warnings that don't affect the answer. */
function Notes({ snapshot }: ViewProps): VNode | null {
  const { record } = snapshot;
  const stated = new Set(listNotices(record).map(({ title }) => title));
  const warnings = listOtherWarnings(record.result).filter((warning) => !stated.has(warning));
  if (warnings.length === 0) return null;
  return (
    <details class="remarks-fold">
      <summary>{formatCount(warnings.length, "note")} on how it went</summary>
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
