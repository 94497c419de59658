import { findTie } from "@rostrum/core/record";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Citation } from "@rostrum/core/protocol";
import {
  findAnswerKind,
  formatAnswer,
  formatAnswerMarkdown,
  formatReasons,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { clipBeginning, Folded } from "../../parts/folded.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { lazyModule, useModule } from "../../parts/use-module.ts";
import { listProblems } from "../../record/list-problems.ts";
import { readFields } from "../../record/read-fields.ts";
import { findWinningLabel, splitHeadline } from "../../record/split-headline.ts";
import { readsAsRefusal } from "../../record/reads-as-refusal.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import { FormattedAnswer, Markdown, Verbatim } from "../../markdown/markdown.tsx";
import type { QuoteStyle } from "../../markdown/quotes.tsx";
import { citationHref } from "../citation-href.ts";
import { FieldList } from "../field-list.tsx";
import { QuoteLine } from "../quote-line.tsx";
import type { ViewProps } from "../view-props.ts";
import "../../style/verdict.css";

// Loaded on demand, because few debates have findings.
const FindingList = lazy(
  async () => (await import("./findings/finding-list.tsx")).FindingList,
  "screen",
);

/** An answer is what the reader came for, so only a very long one is folded. */
const ANSWER_LINES = 40;

const judgmentQuotes = lazyModule(() => import("./judgment-quotes.ts"));

/** The answer below its headline, and the reasons for it. Long texts are folded. */
export function AnswerBody(props: ViewProps): VNode | null {
  const { snapshot } = props;
  const { result } = snapshot.record;
  // A tie has no answer, and the reasons would be those of one side.
  if (findTie(result)) return null;
  return (
    <section class="part verdict" id="verdict" aria-label="The answer in full" tabIndex={-1}>
      <AnswerText {...props} />
      {result.review?.verdict !== "correct" && result.review?.verdict !== "reject" && (
        <Reasons {...props} />
      )}
    </section>
  );
}

/** A text, a draft, fields or a list of findings. Null if the headline already shows all of it. */
function AnswerText({ id, snapshot, names }: ViewProps): VNode | null {
  const { result, started } = snapshot.record;
  if (result.findings) return <FindingList id={id} result={result} started={started} />;
  const isDraft = result.decision.method === "drafted";
  const answer = formatAnswer(result.answer, result.unit);
  if (!isDraft && readsAsRefusal(answer)) return <Declined text={answer} />;
  const fields = isDraft || typeof result.answer !== "object" ? null : readFields(result.answer);
  if (fields)
    return (
      <div class="verdict-answer verdict-fields">
        <FieldList value={fields} />
      </div>
    );
  const shown = formatAnswerMarkdown(answer, result.text, findAnswerKind(snapshot.record));
  const text = isDraft ? result.text : removeHeadline(shown.text, findWinningLabel(result));
  if (text.trim() === "") return null;
  return (
    <div class="verdict-answer">
      <Folded
        name={`${id} answer`}
        contentName={isDraft ? "the text" : "the answer"}
        lines={ANSWER_LINES}
      >
        {(open) => (
          <FormattedAnswer
            text={open ? text : clipBeginning(text)}
            isMarkdown={isDraft || shown.isMarkdown}
            class="verdict-text"
            names={names}
          />
        )}
      </Folded>
    </div>
  );
}

/** Removes the words that the headline shows. Code and tables have none. */
function removeHeadline(answer: string, label: string | null): string {
  const text = answer.trim();
  return /^(?:```|~~~|\|)/.test(text) ? text : splitHeadline(text, label).rest;
}

/** A panel's refusal, which must not look like an answer. */
function Declined({ text }: { text: string }): VNode {
  return (
    <div class="verdict-answer declined">
      <Markdown text={text} />
      <p class="dim small">
        This reads like a refusal. Rephrase the question, or ask another panel.
      </p>
    </div>
  );
}

/** The judge's reasons with their citations, or those of the reply behind the answer. */
function Reasons({ id, snapshot, names }: ViewProps): VNode {
  const { record } = snapshot;
  const { reasoning, decision, winner } = record.result;
  const { judgment, citations, justification, dissent, method } = decision;
  // Quotations in the judge's prose are marked only if it gave no citations.
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
  const reasons = formatReasons(reasoning === "" ? (justification ?? "") : reasoning);
  const isJudged = judgment !== undefined || method === "judged";
  // A judge who overrules the majority is quoted next to the answer.
  const isQuoted = listProblems(record).some(({ details }) =>
    details.some((detail) => detail.includes(`“${stripMarkdown(reasons)}”`)),
  );
  return (
    <>
      {reasons !== "" && !isQuoted && (
        <>
          <h2>
            Reasons{" "}
            {(isJudged || winner !== null) && (
              <small>{isJudged ? "of the judge" : escapeInvisible(winner ?? "")}</small>
            )}
          </h2>
          <Folded name={`${id} reasons`} contentName="the reasons">
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
          <h2>What the judge says against it</h2>
          <Markdown text={dissent} class="verdict-reasoning" names={names} />
        </>
      )}
      {citations !== undefined && citations.length > 0 && (
        <>
          <h2>What the judge cites</h2>
          <ul class="citations">
            {citations.map((quote) => (
              <QuoteLine id={id} quote={quote} />
            ))}
          </ul>
        </>
      )}
      {judgment !== undefined && readFields(judgment) === null && (
        <details class="as-received">
          <summary>Judge’s full reply</summary>
          <Verbatim text={judgment} quotes={quotes} />
        </details>
      )}
    </>
  );
}
