import { markup, NOTHING, type Markup } from "../../export/html/markup.ts";
import type { GradingSummary } from "../grading/summary.ts";
import type { FlipCounts } from "../statistics/flips.ts";
import type { ArmSummary } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import {
  ARM_COLUMNS,
  COMPARISON_HEAD,
  formatComparison,
  DIFFERENCE_HEAD,
  formatDifference,
  formatGrade,
} from "./cells.ts";

/** The accuracy and cost of each arm. */
export function renderArms(arms: readonly ArmSummary[]): Markup {
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
export function renderAgainstVote(arms: readonly ArmSummary[]): Markup {
  const paired = arms.filter(({ againstVote }) => againstVote !== null);
  if (paired.length === 0) return NOTHING;
  const most = Math.max(1, ...paired.flatMap(({ fixed, broken }) => [fixed, broken]));
  const head = ["arm", "fixed", "", "broken", ...DIFFERENCE_HEAD];
  const rows = paired.map(({ name, fixed, broken, againstVote }) => [
    ...[name, String(fixed), drawBars(fixed, broken, most), String(broken)],
    ...(againstVote ? formatDifference(againstVote) : []),
  ]);
  return markup`<h2>Against the panel's vote</h2>
    ${renderTable(head, rows)}`;
}

/** The effect of changed answers, split by whether the vote before them was right. */
export function renderFlips(arms: readonly ArmSummary[]): Markup {
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

export function renderComparison({ shared, left, arms }: Comparison): Markup {
  const rows = arms.map((arm) => [arm.name, ...formatComparison(arm)]);
  return markup`<h2>Against the earlier run</h2>
    <p class="dim">${shared} questions are in both runs; ${left} in one only, or changed.</p>${renderTable(["arm", ...COMPARISON_HEAD], rows)}`;
}

/** Every answer on which graders differ. */
export function renderDisagreements({ disagreements }: GradingSummary): Markup {
  if (disagreements.length === 0) return NOTHING;
  const said = (text: string): Markup => markup`<span class="said">${text}</span>`;
  const head = ["question", "", "answer", "right answer", "rules", "model", "counts as"];
  const rows = disagreements.map(({ id, question, answer, golds, rules, model, right }) => [
    ...[id, said(question), said(answer), said(golds.join(" / ")), formatGrade(rules)],
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

function drawBars(fixed: number, broken: number, most: number): Markup {
  const [right, wrong] = [Math.round((fixed / most) * 60), Math.round((broken / most) * 60)];
  return markup`<svg class="bars" viewBox="0 0 120 12" width="120" height="12" aria-hidden="true"><rect class="fixed" x="${60 - right}" y="1" width="${right}" height="10"></rect><rect class="broken" x="60" y="1" width="${wrong}" height="10"></rect></svg>`;
}
