import type { VNode } from "preact";
import type { DebateRecord } from "../../../../rostrum/src/record/index.ts";
import {
  answerWords,
  confidenceWords,
  methodWords,
  noVoteWords,
  percent,
  reviewWords,
  stopWords,
  swapWords,
} from "../../../../rostrum/src/export/phrases.ts";
import { riskRows } from "../../../../rostrum/src/export/risk-words.ts";
import { noticesOf } from "../../../../rostrum/src/export/notices.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { Chip } from "../../parts/chip.tsx";
import { NoticeList } from "../../parts/notice-list.tsx";
import type { Citation } from "../../../../rostrum/src/protocol/citation.ts";
import { citationHref } from "../citation-href.ts";
import { Said, Verbatim } from "../../said/said.tsx";
import { ReviewForm } from "../review-form.tsx";
import type { ViewProps } from "../view-props.ts";
import { Dissent } from "./dissent.tsx";
import { FindingList } from "./finding-list.tsx";
import { Ranking } from "./ranking.tsx";
import { Tally } from "./tally.tsx";
import { WhatIfTable } from "./what-if-table.tsx";
import { votedWordings } from "../../record/wordings.ts";
import { numberOfAnswer } from "../../record/number-of-answer.ts";

/** The result: first its notices, then the answer, then the reasons. */
export function VerdictCard(props: ViewProps): VNode {
  const { moment, numbers, actions } = props;
  const { record } = moment;
  const { result } = record;
  if (result.decision.method === "none") return <NoticeList notices={noticesOf(record)} />;
  const quotes = {
    citations: result.decision.citations ?? [],
    hrefOf: (citation: Citation) => citationHref(props.id, citation),
    strike: true,
  };
  const answer = answerWords(result.answer, result.unit);
  const isDraft = result.decision.method === "drafted";
  return (
    <section class="verdict" aria-labelledby="verdict-title">
      <div class="verdict-main">
        <h2 id="verdict-title">Verdict</h2>
        <NoticeList notices={noticesOf(record)} />
        {result.review && <ReviewNote record={record} />}
        {result.findings && <FindingList findings={result.findings} />}
        {isDraft && <Said text={result.text} class="verdict-reasoning" />}
        <p class="verdict-answer" hidden={result.findings !== undefined || isDraft}>
          {answer === "" ? (
            <span class="dim">There is no answer.</span>
          ) : (
            <Chip answer={answer} number={numberOfAnswer(result.rounds, numbers, answer)} />
          )}
        </p>
        {isDraft && result.reasoning !== "" && <h3>The judge's reason</h3>}
        {result.reasoning !== "" && (
          <Said text={result.reasoning} class="verdict-reasoning" quotes={quotes} />
        )}
        {result.decision.judgment !== undefined && (
          <details>
            <summary>The judge's words</summary>
            <Verbatim text={result.decision.judgment} quotes={quotes} />
          </details>
        )}
        {record.waits.some((wait) => wait.for === "review") && actions && (
          <ReviewForm answer={answer} wordings={votedWordings(result)} review={actions.review} />
        )}
        <Dissent {...props} />
        {result.warnings.map((warning) => (
          <p class="notice">{visible(warning)}</p>
        ))}
      </div>
      <div class="verdict-side">
        <Facts record={record} />
        <Ranking moment={moment} />
        <Tally {...props} />
      </div>
      {result.agreement !== null && result.rounds.length > 0 && (
        <div class="verdict-side">
          <WhatIfTable result={result} numbers={numbers} />
        </div>
      )}
    </section>
  );
}

function Facts({ record: { result } }: { record: DebateRecord }): VNode {
  const { confidence, confidenceBasis, agreement, decision, stopReason } = result;
  const rows: [string, string][] = [
    ["Confidence", confidenceWords(confidence, confidenceBasis)],
    ["Agreement", agreement === null ? noVoteWords(result) : percent(agreement)],
    ["Decided by", methodWords(decision.method)],
    ["Compared by", decision.basis],
    ["Stopped because", stopWords(stopReason)],
    ...(result.swap ? [["Sides swapped", swapWords(result.swap)] as [string, string]] : []),
    ...riskRows(result),
  ];
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ReviewNote({ record: { result } }: { record: DebateRecord }): VNode | null {
  const { review } = result;
  if (!review) return null;
  return (
    <div class="notice notice-reviewed">
      <strong>{reviewWords(review)}</strong>
      {review.reason && <p class="said">{visible(review.reason)}</p>}
    </div>
  );
}
