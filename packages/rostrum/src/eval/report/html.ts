import { markup, NOTHING, raw } from "../../export/html/markup.ts";
import { STYLE } from "../../export/html/style.ts";
import { formatCount } from "../../export/index.ts";
import type { AnswerKind } from "../../protocol/answer.ts";
import { createRowGrade } from "../grading/graded-row.ts";
import type { EvalRow } from "../row.ts";
import type { EvalReport } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import { drawFront } from "./html-front.ts";
import { renderQuestions } from "./html-questions.ts";
import {
  renderArms,
  renderComparison,
  renderFlips,
  renderDisagreements,
  renderAgainstVote,
} from "./html-tables.ts";
import { writeNotes } from "./notes.ts";

/** Options of `reportHtml()`. */
export interface HtmlOptions {
  date: Date;
  /** How answers were read. Needed to show what debate made worse if no arm is the plain vote. */
  answer?: AnswerKind<unknown> | undefined;
  comparison?: Comparison | null;
}

/** Nothing may be loaded or run, whatever a reply or a data set contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A report as one HTML file that needs no network and no script. */
export function reportHtml(report: EvalReport, { date, answer, comparison }: HtmlOptions): string {
  const { arms, rows, stopped, questions } = report;
  const notes = writeNotes(report).map((note) => markup`<li>${note}</li>`);
  const vote = arms.find(({ type }) => type === "vote")?.name ?? "";
  const voteRight = (row: EvalRow): boolean =>
    row.outcomes[vote]?.right ?? createRowGrade(row, answer)(row.independent.answer);
  const page = markup`<!doctype html>
    <html lang="en"><head><meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Evaluation ${report.id} · rostrum</title>
    <style>${raw(STYLE)}${raw(REPORT_STYLE)}</style></head>
    <body><main><h1>Evaluation: ${formatCount(questions, "question")}, ${formatCount(arms.length, "arm")}</h1>
    <p class="dim">${report.id} · ${date.toISOString().slice(0, 16).replace("T", " ")} UTC</p>
    ${stopped === null ? NOTHING : markup`<div class="notice" role="note"><strong>Stopped early</strong> ${stopped}</div>`}
    ${drawFront(arms)} ${renderArms(arms)}
    <ul class="dim">${notes}</ul>
    ${renderAgainstVote(arms)} ${comparison ? renderComparison(comparison) : NOTHING} ${renderFlips(arms)}
    ${report.grading ? renderDisagreements(report.grading) : NOTHING}
    ${renderQuestions({ rows, arms, voteRight })}
    </main></body></html>
`;
  return page.source;
}

/** What the report adds to the style of an exported debate. */
const REPORT_STYLE = `
h1 { font-size: 1.4rem; color: var(--ink); }
.wide { overflow-x: auto; }
td, th { white-space: nowrap; }
td.said { white-space: pre-wrap; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--dim); }
.grid { stroke: var(--line); }
.front { fill: none; stroke: var(--c0); stroke-width: 2; stroke-dasharray: 4 3; }
.point line { stroke: var(--c0); stroke-width: 2; }
.point circle { fill: var(--c0); stroke: var(--c0); stroke-width: 2; }
.point text { fill: var(--paper); font-weight: 700; }
.point.bound line { stroke: var(--dim); }
.point.bound circle { fill: var(--paper); stroke: var(--dim); }
.point.bound text { fill: var(--dim); }
.fixed { fill: var(--c2); } .broken { fill: var(--c1); }
.right { color: var(--c2); } .wrong { color: var(--c1); }
.filters > input { margin-left: 0; } .filters > label { margin-right: 1rem; }
.questions { margin-top: .6rem; }
.debate, .debate details { margin-left: 1rem; } .debate h2 { font-size: .95rem; margin: .6rem 0 .2rem; }
#show-hurt:checked ~ .questions > .q:not(.hurt), #show-differ:checked ~ .questions > .q:not(.differ),
#show-errors:checked ~ .questions > .q:not(.errors) { display: none; }
`;
