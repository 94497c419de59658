import type { VNode } from "preact";
import { describeOutcome } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Markdown, renderLine } from "../../markdown/markdown.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { describeKept } from "../../record/describe-kept.ts";
import { describePhase } from "../../record/phase.ts";
import { isMarkdownAnswer } from "../../record/is-markdown-answer.ts";
import { readHeadContent } from "../../record/read-head-content.ts";
import { debateHref } from "../../route/route.ts";
import { describeQuestion } from "../../record/describe-question.ts";
import { formatTitle } from "../../text/strip-markdown.ts";
import type { ViewProps } from "../view-props.ts";
import { Alerts } from "./alerts.tsx";
import { Crumbs } from "./crumbs.tsx";
import { DebateActions } from "./debate-actions.tsx";
import { SupportLine } from "./support-line.tsx";

// Loaded on demand, because few debates are reviews, fail, wait for a person or are decided by one.
const TurnBoxes = lazy(
  async () => (await import("../conversation/turn-boxes.tsx")).TurnBoxes,
  "part",
);
const PersonDecision = lazy(
  async () => (await import("./person-decision.tsx")).PersonDecision,
  "part",
);
const Remedy = lazy(async () => (await import("./remedy.tsx")).Remedy, "part");
const ReviewSummary = lazy(
  async () => (await import("../debate/findings/review-summary.tsx")).ReviewSummary,
  "part",
);
const TiedOptions = lazy(async () => (await import("./tied-options.tsx")).TiedOptions, "part");

const MAX_TITLE_CHARS = 220;
const MAX_LARGE_ANSWER_CHARS = 60;
const MAX_LARGE_STATE_CHARS = 46;
const LONG_HEADLINE_CHARS = 140;

interface DebateHeadProps extends ViewProps {
  /** True while disconnected from the server. */
  isConnectionLost: boolean;
}

/** The question, the answer, its support and its problems, at the same places in every state. */
export function DebateHead({ isConnectionLost, ...props }: DebateHeadProps): VNode {
  const { snapshot, actions, numbers, names } = props;
  const { record } = snapshot;
  const { result, started } = record;
  const head = readHeadContent(record, numbers);
  const { kind, headline, isAnswer } = head;
  const style = [
    "headline",
    headline.length > (isAnswer ? MAX_LARGE_ANSWER_CHARS : MAX_LARGE_STATE_CHARS) ? "long" : "",
    headline.length > LONG_HEADLINE_CHARS ? "longest" : "",
    kind === "running" ? "pending" : "",
  ];
  const title = describeQuestion(record, MAX_TITLE_CHARS);
  // A review is named after what it reviews.
  const isOtherTitle = title !== formatTitle(result.question, MAX_TITLE_CHARS);
  const isLong = result.question.length > MAX_TITLE_CHARS || result.question.includes("\n");
  const needsPerson = kind === "waiting" || result.escalateToHuman;
  return (
    <header class="debate-head">
      <div class="crumb-line">
        <Crumbs snapshot={snapshot} isThreaded={actions !== null} note={props.note} />
        {actions && (
          <DebateActions
            snapshot={snapshot}
            actions={actions}
            isConnectionLost={isConnectionLost}
          />
        )}
      </div>
      <h1 class="question said" tabIndex={-1}>
        {title}
      </h1>
      {(isLong || isOtherTitle) && (
        <details class="whole-question">
          <summary>Full question</summary>
          <Markdown text={result.question} />
        </details>
      )}
      <p class="hidden" role="status">
        {describePhase(record)}
      </p>
      <div class="standing" id="answer" tabIndex={-1}>
        <p class={style.filter((name) => name !== "").join(" ")}>
          {kind === "running" && isAnswer && "So far: "}
          <span class="said">
            {isAnswer && isMarkdownAnswer(record)
              ? renderLine(headline, names)
              : escapeInvisible(headline)}
          </span>
        </p>
        {result.findings && kind === "answered" ? (
          <ReviewSummary result={result} />
        ) : (
          <SupportLine id={props.id} standing={head} />
        )}
        {kind === "decidedByPerson" && <PersonDecision record={record} members={head.members} />}
        {kind === "stopped" && <p class="support">{describeKept(record)}</p>}
        {result.outcome && <p class="support">{describeOutcome(result.outcome)}</p>}
        {/* For those who may decide, the options are a form. */}
        {kind === "tied" && !actions?.mayDecide && <TiedOptions {...props} />}
        <Alerts record={record} />
        {(kind === "failed" || kind === "stopped") && (
          <Remedy id={props.id} actions={actions} calls={result.usage.calls} />
        )}
        {actions && record.waits.length > 0 && <TurnBoxes snapshot={snapshot} actions={actions} />}
        {needsPerson && actions?.review}
      </div>
      {started?.forkedFrom && (
        <p class="dim small">
          Goes on from round {started.forkedFrom.fromRound + 1} of{" "}
          <a href={debateHref(started.forkedFrom.id)}>{escapeInvisible(started.forkedFrom.id)}</a>
        </p>
      )}
    </header>
  );
}
