import { markup, NOTHING, raw, type Markup, STYLE, formatCount } from "@rostrum/core/export";
import type { AnswerKind } from "@rostrum/core/protocol";
import { createRowGrade } from "../grade.ts";
import type { EvalRow } from "../outcome.ts";
import type { EvalReport, ArmSummary } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import { drawFront } from "./html-front.ts";
import { renderQuestions } from "./html-questions.ts";
import { writeNotes } from "./notes.ts";
import type { GradingSummary } from "../grading/summary.ts";
import type { FlipCounts } from "../statistics/flips.ts";
import {
  ARM_COLUMNS,
  COMPARISON_HEAD,
  formatComparison,
  DIFFERENCE_HEAD,
  formatDifference,
  formatGrade,
} from "./cells.ts";

/** Options of `reportHtml()`. */
export interface HtmlOptions {
  date: Date;
  /** Kind of the answers. Needed to mark questions that debate made worse if no arm is the plain vote. */
  answer?: AnswerKind<unknown> | undefined;
  comparison?: Comparison | null;
}

/** Allows no loading and no scripts, whatever a reply or a data set contains. */
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

/** Added to the style of an exported debate. */
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

/** The accuracy and cost of each arm. */
function renderArms(arms: readonly ArmSummary[]): Markup {
  return renderTable(
    ["", "arm", ...ARM_COLUMNS.map(({ title }) => title)],
    arms.map((arm, index) => [
      String(index + 1),
      arm.name,
      ...ARM_COLUMNS.map(({ cell }) => cell(arm)),
    ]),
  );
}

/** Wins and losses against the vote of the same calls, as bars and figures. */
function renderAgainstVote(arms: readonly ArmSummary[]): Markup {
  const paired = arms.filter(({ againstVote }) => againstVote !== null);
  if (paired.length === 0) return NOTHING;
  const maxCount = Math.max(1, ...paired.flatMap(({ fixed, broken }) => [fixed, broken]));
  const head = ["arm", "fixed", "", "broken", ...DIFFERENCE_HEAD];
  const rows = paired.map(({ name, fixed, broken, againstVote }) => [
    ...[name, String(fixed), drawBars(fixed, broken, maxCount), String(broken)],
    ...(againstVote ? formatDifference(againstVote) : []),
  ]);
  return markup`<h2>Against the panel's vote</h2>
    ${renderTable(head, rows)}`;
}

/** The effect of changed answers, split by whether the vote before them was right. */
function renderFlips(arms: readonly ArmSummary[]): Markup {
  const rows = arms.flatMap(({ name, flips }) => {
    const cells = (vote: string, counts: FlipCounts): string[] => {
      const { rightToWrong, wrongToRight, wrongToOther, kept } = counts;
      return [name, vote, ...[rightToWrong, wrongToRight, wrongToOther, kept].map(String)];
    };
    return flips ? [cells("right", flips.voteRight), cells("wrong", flips.voteWrong)] : [];
  });
  if (rows.length === 0) return NOTHING;
  const head = ["arm", "vote was", "right → wrong", "wrong → right", "wrong → other", "kept"];
  return markup`<h2>Changes of mind</h2>${renderTable(head, rows)}`;
}

function renderComparison({ shared, left, arms }: Comparison): Markup {
  const rows = arms.map((arm) => [arm.name, ...formatComparison(arm)]);
  return markup`<h2>Against the earlier run</h2>
    <p class="dim">${shared} questions are in both runs; ${left} in one only, or changed.</p>${renderTable(["arm", ...COMPARISON_HEAD], rows)}`;
}

/** Every answer on which graders differ. */
function renderDisagreements({ disagreements }: GradingSummary): Markup {
  if (disagreements.length === 0) return NOTHING;
  const quote = (text: string): Markup => markup`<span class="said">${text}</span>`;
  const head = ["question", "", "answer", "right answer", "rules", "model", "counts as"];
  const rows = disagreements.map(({ id, question, answer, golds, rules, model, right }) => [
    ...[id, quote(question), quote(answer), quote(golds.join(" / ")), formatGrade(rules)],
    ...[model.map(formatGrade).join(", "), formatGrade(right)],
  ]);
  return markup`<h2>Where graders differ</h2>${renderTable(head, rows)}`;
}

function renderTable(
  head: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return markup`<div class="wide"><table><thead><tr>${head.map((title) => markup`<th>${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function drawBars(fixed: number, broken: number, maxCount: number): Markup {
  const [right, wrong] = [
    Math.round((fixed / maxCount) * 60),
    Math.round((broken / maxCount) * 60),
  ];
  return markup`<svg class="bars" viewBox="0 0 120 12" width="120" height="12" aria-hidden="true"><rect class="fixed" x="${60 - right}" y="1" width="${right}" height="10"></rect><rect class="broken" x="60" y="1" width="${wrong}" height="10"></rect></svg>`;
}
