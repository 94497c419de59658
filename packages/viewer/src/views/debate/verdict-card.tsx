import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Citation, DebateRecord } from "rostrum";
import {
  formatAnswer,
  type Notice,
  listNotices,
  listJudgmentQuotes,
  describeOutcome,
  describeReview,
  escapeInvisible,
} from "rostrum/page";
import { Chip, fitsChip } from "../../parts/chip.tsx";
import { clipBeginning, Folded } from "../../parts/folded.tsx";
import { NoticeList } from "../../parts/notice-list.tsx";
import { describeKept } from "../../record/describe-kept.ts";
import { findAnswerNumber } from "../../record/find-answer-number.ts";
import { debateHref } from "../../route/route.ts";
import { restoreFence } from "../../markdown/restore-fence.ts";
import { Markdown, Verbatim } from "../../markdown/markdown.tsx";
import { citationHref } from "../citation-href.ts";
import { QuoteLine } from "../quote-line.tsx";
import { MemoSheet } from "../memo/memo-sheet.tsx";
import type { ViewProps } from "../view-props.ts";
import { FindingList } from "./finding-list.tsx";

/** The result: first its notices, then the answer, then the reasons. Long texts are folded. */
export function VerdictCard(props: ViewProps): VNode {
  const { record } = props.moment;
  if (record.result.decision.method === "none") return <Undecided record={record} />;
  return <Decided {...props} />;
}

function Decided(props: ViewProps): VNode {
  const { id, moment, actions, names } = props;
  const { record } = moment;
  const { result } = record;
  const { judgment } = result.decision;
  const { citations } = result.decision;
  // Only citations count. Without any, quotation marks in the judge's prose are marked.
  const marked = useMemo(() => listJudgmentQuotes(record), [judgment, citations]);
  const quotes = {
    citations: citations ?? marked,
    findHref: (citation: Citation) => citationHref(id, citation),
    strike: citations !== undefined,
  };
  const isDraft = result.decision.method === "drafted";
  return (
    <section class="verdict" id="verdict" aria-labelledby="verdict-title" tabIndex={-1}>
      <h2 id="verdict-title">Verdict</h2>
      <NoticeList notices={listNotices(record)} />
      {result.review && <ReviewNote record={record} />}
      <Answer {...props} />
      {result.memo && (
        <Folded name={`${id} memo`} what="the memo">
          <MemoSheet id={id} memo={result.memo} />
          <p class="small memo-link">
            <a href={debateHref(id, "memo")}>The memo with its claims and sources</a>
          </p>
        </Folded>
      )}
      {isDraft && result.reasoning !== "" && <h3>The judge's reason</h3>}
      {result.reasoning !== "" && (
        <Folded name={`${id} reasons`} what="the reasons">
          {(open) => (
            <Markdown
              text={open ? result.reasoning : clipBeginning(result.reasoning)}
              class="verdict-reasoning"
              quotes={quotes}
              names={names}
            />
          )}
        </Folded>
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
      {judgment !== undefined && (
        <details>
          <summary>The judge's full text</summary>
          <Verbatim text={judgment} quotes={quotes} names={names} />
        </details>
      )}
      {actions?.review}
      {result.warnings.map((warning) => (
        <p class="notice">{escapeInvisible(warning)}</p>
      ))}
    </section>
  );
}

/** A label for a short answer; a long one, a draft or a list of findings is a text, and folded. */
function Answer({ id, moment, numbers }: ViewProps): VNode {
  const { result } = moment.record;
  const answer = formatAnswer(result.answer, result.unit);
  if (result.findings) {
    return (
      <Folded name={`${id} findings`} what="the findings">
        <FindingList findings={result.findings} />
      </Folded>
    );
  }
  const isDraft = result.decision.method === "drafted";
  if (!isDraft && answer === "") {
    return (
      <p class="verdict-answer">
        <span class="dim">There is no answer.</span>
      </p>
    );
  }
  const number = findAnswerNumber(result.rounds, numbers, answer);
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

function ReviewNote({ record: { result, reviewed } }: { record: DebateRecord }): VNode | null {
  const { review, outcome } = result;
  if (!review && !outcome) return null;
  return (
    <div class="notice notice-reviewed">
      {review && <strong>{describeReview(review, reviewed)}</strong>}
      {review?.reason && <p class="said">{escapeInvisible(review.reason)}</p>}
      {outcome && <p>{describeOutcome(outcome)}</p>}
    </div>
  );
}
