import type { ComponentChildren, VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Citation } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import {
  formatAnswer,
  type Notice,
  listNotices,
  listOtherWarnings,
  describeOutcome,
  describeReview,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Chip, fitsChip } from "../../parts/chip.tsx";
import { clipBeginning, Folded } from "../../parts/folded.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { NoticeList } from "../../parts/notice-list.tsx";
import { lazyModule, useModule } from "../../parts/use-module.ts";
import { describeAnswer } from "../../record/describe-answer.ts";
import { describeKept } from "../../record/describe-kept.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { removeOptions } from "../../record/plain-words.ts";
import { readFields } from "../../record/read-fields.ts";
import { readsAsRefusal } from "../../record/reads-as-refusal.ts";
import { debateHref } from "../../route/route.ts";
import { restoreFence } from "../../text/restore-fence.ts";
import { Markdown, Verbatim } from "../../markdown/markdown.tsx";
import type { QuoteStyle } from "../../markdown/quotes.tsx";
import { citationHref } from "../citation-href.ts";
import { FieldList } from "../field-list.tsx";
import { QuoteLine } from "../quote-line.tsx";
import type { ViewProps } from "../view-props.ts";
import "../../style/verdict.css";

// Few debates have them.
const FindingList = lazy(
  async () => (await import("./findings/finding-list.tsx")).FindingList,
  "part",
);
const MemoSheet = lazy(async () => (await import("../memo/memo-sheet.tsx")).MemoSheet, "part");

const judgmentQuotes = lazyModule(() => import("./judgment-quotes.ts"));

/** The result: first its notices, then the answer, then the reasons. Long texts are folded. */
export function VerdictCard(props: ViewProps): VNode {
  const { record } = props.moment;
  if (record.result.decision.method === "none") return <Undecided record={record} />;
  return <Decided {...props} />;
}

function Decided(props: ViewProps): VNode {
  const { id, moment, actions } = props;
  const { record } = moment;
  const { result } = record;
  return (
    <section class="verdict" id="verdict" aria-labelledby="verdict-title" tabIndex={-1}>
      <h2 id="verdict-title">{result.findings ? "What the review found" : "Verdict"}</h2>
      <NoticeList notices={listNotices(record)} />
      <ReviewNote record={record} />
      <Answer {...props} />
      {result.memo && (
        <Folded name={`${id} memo`} what="the memo">
          <MemoSheet id={id} memo={result.memo} />
          <p class="small memo-link">
            <a href={debateHref(id, "memo")}>The memo with its claims and sources</a>
          </p>
        </Folded>
      )}
      <Reasons {...props} />
      {actions?.review}
      {listOtherWarnings(result).map((warning) => (
        <p class="notice">{escapeInvisible(removeOptions(warning))}</p>
      ))}
    </section>
  );
}

/** A label for a short answer; a text, a draft, fields or a list of findings for others. A refusal is none of them. */
function Answer({ id, moment, numbers }: ViewProps): VNode {
  const { result, started } = moment.record;
  const answer = formatAnswer(result.answer, result.unit);
  if (result.findings) return <FindingList id={id} result={result} started={started} />;
  const isDraft = result.decision.method === "drafted";
  if (!isDraft && answer === "") return <NoAnswer>There is no answer.</NoAnswer>;
  if (readsAsRefusal(answer)) return <Declined words={answer} />;
  const number = findAnswerNumber(result.rounds, numbers, answer);
  const fields = readFields(result.answer);
  if (!isDraft && fields && typeof result.answer === "object") {
    return (
      <div class="verdict-answer verdict-fields">
        <FieldList value={fields} />
      </div>
    );
  }
  if (!isDraft && fitsChip(answer)) {
    return (
      <p class="verdict-answer">
        <Chip answer={answer} number={number} />
      </p>
    );
  }
  const text = isDraft ? result.text : restoreFence(answer, result.text);
  return (
    <div class="verdict-answer">
      <Folded name={`${id} answer`} what={isDraft ? "the text" : "the answer"}>
        {(open) => <Markdown text={open ? text : clipBeginning(text)} class="verdict-text" />}
      </Folded>
    </div>
  );
}

function NoAnswer({ children }: { children: ComponentChildren }): VNode {
  return (
    <p class="verdict-answer">
      <span class="dim">{children}</span>
    </p>
  );
}

/** What the panel says when it won't answer. It is neither an answer nor a success. */
function Declined({ words }: { words: string }): VNode {
  return (
    <div class="verdict-answer declined">
      <strong>The panel declined to answer</strong>
      <Markdown text={words} />
      <p class="dim small">
        This reads like a refusal. Ask it in other words, or ask another panel.
      </p>
    </div>
  );
}

/** Why: the judge's reasons with what it cites, or those of the reply that stands for the answer. */
function Reasons({ id, moment, names }: ViewProps): VNode {
  const { record } = moment;
  const { reasoning, decision, winner } = record.result;
  const { judgment, citations, justification, dissent, method } = decision;
  // Only citations count. Without any, quotation marks in the judge's prose are marked.
  const isMarked = judgment !== undefined && citations === undefined;
  const quoting = useModule(judgmentQuotes, isMarked);
  const marked = useMemo(
    () => (isMarked && quoting?.listJudgmentQuotes(record)) || [],
    [judgment, isMarked, quoting],
  );
  const quotes: QuoteStyle = {
    citations: citations ?? marked,
    findHref: (citation: Citation) => citationHref(id, citation),
    strike: citations !== undefined,
  };
  const reasons = reasoning === "" ? (justification ?? "") : reasoning;
  const isJudged = judgment !== undefined || method === "judged";
  const whose = isJudged
    ? "The judge's reasons"
    : winner === null
      ? "Reasons"
      : `Reasons, from ${escapeInvisible(winner)}`;
  return (
    <>
      {reasons !== "" && (
        <>
          <h3>{whose}</h3>
          <Folded name={`${id} reasons`} what="the reasons">
            {(open) => (
              <Markdown
                text={open ? reasons : clipBeginning(reasons)}
                class="verdict-reasoning"
                quotes={quotes}
                names={names}
              />
            )}
          </Folded>
        </>
      )}
      {dissent !== undefined && dissent.trim() !== "" && (
        <>
          <h3>What the judge says against it</h3>
          <Markdown text={dissent} class="verdict-reasoning" names={names} />
        </>
      )}
      {citations !== undefined && citations.length > 0 && (
        <>
          <h3>What the judge cites</h3>
          <ul class="citations">
            {citations.map((quote) => (
              <QuoteLine id={id} quote={quote} />
            ))}
          </ul>
        </>
      )}
      {judgment !== undefined && readFields(judgment) === null && (
        <details class="as-received">
          <summary>The judge's reply as it was received</summary>
          <Verbatim text={judgment} quotes={quotes} names={names} />
        </details>
      )}
    </>
  );
}

/** Calls that were cut off because somebody stopped the debate did not fail. */
function listCauses(record: DebateRecord): Notice[] {
  const notices = listNotices(record);
  const stopped = notices.some(({ kind }) => kind === "stopped");
  return stopped ? notices.filter(({ kind }) => kind !== "degraded") : notices;
}

/** A debate that ended without a decision: why, and what is kept. */
function Undecided({ record }: { record: DebateRecord }): VNode {
  return (
    <section class="verdict" id="verdict" aria-label="No verdict" tabIndex={-1}>
      <NoticeList notices={listCauses(record)} />
      {record.status === "failed" && <p class="dim">{describeKept(record)}</p>}
    </section>
  );
}

/** With the panel's answer in words. */
function withWords(reviewed: NonNullable<DebateRecord["reviewed"]>): DebateRecord["reviewed"] {
  const { answer, unit } = reviewed.panel;
  const words = describeAnswer(formatAnswer(answer, unit));
  return { ...reviewed, panel: { ...reviewed.panel, answer: words, unit: null } };
}

function ReviewNote({ record: { result, reviewed } }: { record: DebateRecord }): VNode | null {
  const { review, outcome } = result;
  if (!review && !outcome) return null;
  return (
    <div class="notice notice-reviewed">
      {review && <strong>{describeReview(review, reviewed && withWords(reviewed))}</strong>}
      {review?.reason && <p class="said">{escapeInvisible(review.reason)}</p>}
      {outcome && <p>{describeOutcome(outcome)}</p>}
    </div>
  );
}
