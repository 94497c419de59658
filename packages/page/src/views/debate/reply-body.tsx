import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Citation, Critique, Finding, Position, ToolUse } from "@rostrum/core/protocol";
import { readProse } from "@rostrum/core/answers";
import { type DebateRecord, findProseQuotes } from "@rostrum/core/record";
import {
  describeCheck,
  describeToolUse,
  findAnswerKind,
  formatAnswerMarkdown,
  formatMoney,
  formatNumber,
  formatToolResult,
  readPoints,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { DebaterNames } from "../../markdown/debater-names.ts";
import { keepUnits } from "../../text/keep-units.ts";
import { FormattedAnswer, Markdown, MarkdownLine, renderLine } from "../../markdown/markdown.tsx";
import { TextWithPassage } from "../../markdown/quotes.tsx";
import { Chip, fitsChip } from "../../parts/chip.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { describeFailure, isLastRound } from "../../record/describe-position.ts";
import { readFields } from "../../record/read-fields.ts";
import { readReasons } from "../../record/read-reasons.ts";
import { citationHref } from "../citation-href.ts";
import { FieldList } from "../field-list.tsx";

const VoteList = lazy(async () => (await import("./findings/vote-list.tsx")).VoteList, "part");

export interface ReplyProps {
  id: string;
  position: Position;
  number: number | null;
  record: DebateRecord;
  names: DebaterNames;
  /** Passage of the reply that the address names. */
  range: readonly [number, number] | null;
}

/** A full reply: the answer, the text, the reason for a change, and the raw reply. */
export function ReplyBody(props: ReplyProps): VNode {
  const { id, position, record, names, range } = props;
  const { text, justification, status, round, debater } = position;
  const isReview = record.started?.rules.answer === "findings";
  const votedFindings = round === 0 ? [] : findVotedOn(record.result.findings, debater);
  // A debater may quote anything, so its quotes are only marked, not struck through.
  const citations = useMemo(
    () =>
      findProseQuotes(position, {
        question: record.result.question,
        rounds: record.result.rounds,
        context: record.started?.context ?? [],
      }),
    [text],
  );
  const quotes = {
    citations,
    findHref: (citation: Citation) => citationHref(id, citation),
    strike: false,
  };
  const prose = isReview ? readProse(text) : readProse(readReasons(position));
  return (
    <>
      {!isReview && position.critique === undefined && <ReplyAnswer {...props} />}
      {status === "failed" && (
        <p class="notice notice-failed said">
          {keepUnits(escapeInvisible(describeFailure(position, isLastRound(record, round))))}
        </p>
      )}
      {position.truncated && (
        <p class="notice">The reply was cut off at its output limit, so its end is missing.</p>
      )}
      {prose !== "" && <Markdown text={prose} quotes={quotes} names={names} />}
      {isReview && round === 0 && <ReportedPoints answer={position.answer} />}
      {votedFindings.length > 0 && <VoteList debater={debater} findings={votedFindings} />}
      {position.critique && <CritiqueList critique={position.critique} />}
      {justification !== undefined && (
        <p class="said because">
          <span class="dim">Reason for the change:</span> {renderLine(justification, names)}
        </p>
      )}
      {describeCheck(position) !== "" && (
        <p class="small">This answer {describeCheck(position)}.</p>
      )}
      {position.check !== undefined && (
        <details>
          <summary>Output of the check</summary>
          <pre class="said">{escapeInvisible(position.check)}</pre>
        </details>
      )}
      {position.toolCalls?.map((use) => (
        <ToolResult use={use} />
      ))}
      {(range !== null || readProse(text) !== "") && (
        <details class="as-received" open={range !== null} key={String(range)}>
          <summary>Full reply</summary>
          <TextWithPassage text={text} range={range} />
        </details>
      )}
      <ReplyCost position={position} />
    </>
  );
}

/** The answer as a label, as fields, or as text if it is long. */
function ReplyAnswer({
  position: { answer, reasoning, text },
  number,
  names,
  record,
}: ReplyProps): VNode {
  const fields = answer === null ? null : readFields(answer);
  const long = answer !== null && !fitsChip(answer);
  return (
    <>
      <Chip answer={answer} number={number} brief={long || fields !== null} />
      {fields ? (
        <FieldList value={fields} />
      ) : (
        // A long answer is shown as text; its label only names it.
        long &&
        answer !== reasoning && (
          <FormattedAnswer
            {...formatAnswerMarkdown(answer, text, findAnswerKind(record))}
            names={names}
          />
        )
      )}
    </>
  );
}

/** Findings of a debater before the others checked them. */
function ReportedPoints({ answer }: { answer: string | null }): VNode {
  return (
    <ul class="reported">
      {readPoints(answer).map(({ mark, claim }) => (
        <li>
          <span class={`severity mark-${mark}`}>{mark}</span>
          <MarkdownLine text={claim} />
        </li>
      ))}
    </ul>
  );
}

/** Findings that a debater voted on. */
function findVotedOn(findings: readonly Finding[] = [], debater: string): Finding[] {
  return findings.filter(({ votes }) => votes.some((vote) => vote.debater === debater));
}

/** A tool call and its result. */
function ToolResult({ use }: { use: ToolUse }): VNode {
  return (
    <details>
      <summary>{escapeInvisible(describeToolUse(use))}</summary>
      <pre class="said">{escapeInvisible(formatToolResult(use))}</pre>
    </details>
  );
}

function ReplyCost({ position: { usage, costUsd, status } }: { position: Position }): VNode | null {
  if (!usage || status === "kept") return null;
  return (
    <p class="dim small">
      {formatNumber(usage.inputTokens ?? null)}&nbsp;tokens in,{" "}
      {formatNumber(usage.outputTokens ?? null)} out, {formatMoney(costUsd ?? null)}
    </p>
  );
}

/** A critic's points on a draft. Quotes that aren't in the draft are struck through. */
function CritiqueList({ critique }: { critique: readonly Critique[] }): VNode {
  return (
    <ol class="remarks">
      {critique.map(({ quote, problem, suggestion }) => (
        <li>
          {quote && (
            <blockquote class="finding-quote said">
              {quote.verified ? escapeInvisible(quote.text) : <s>{escapeInvisible(quote.text)}</s>}
              {!quote.verified && <span class="dim small"> not in the draft</span>}
            </blockquote>
          )}
          <MarkdownLine text={problem} />
          {suggestion !== "" && (
            <p class="said">
              <span class="dim">Instead:</span> {renderLine(suggestion)}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
