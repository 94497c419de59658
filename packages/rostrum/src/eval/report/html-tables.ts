import { markup, NOTHING, type Markup } from "../../export/html/markup.ts";
import type { ArmSummary } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import {
  ARM_COLUMNS,
  COMPARISON_HEAD,
  comparisonCells,
  DIFFERENCE_HEAD,
  differenceCells,
} from "./rows.ts";

/** The accuracy and cost of each arm. */
export function armsTable(arms: readonly ArmSummary[]): Markup {
  return table(
    ["", "arm", ...ARM_COLUMNS.map(({ title }) => title)],
    arms.map((arm, index) => [
      String(index + 1),
      arm.name,
      ...ARM_COLUMNS.map(({ cell }) => cell(arm)),
    ]),
  );
}

/** Wins and losses against the vote of the same calls, as bars and figures. */
export function pairedTable(arms: readonly ArmSummary[]): Markup {
  const paired = arms.filter(({ againstVote }) => againstVote !== null);
  if (paired.length === 0) return NOTHING;
  const most = Math.max(1, ...paired.flatMap(({ fixed, broken }) => [fixed, broken]));
  const rows = paired.flatMap(({ name, fixed, broken, againstVote }) => {
    if (againstVote === null) return [];
    return markup`<tr><td>${name}</td><td>${fixed}</td><td>${bars(fixed, broken, most)}</td><td>${broken}</td>
      ${differenceCells(againstVote).map((cell) => markup`<td>${cell}</td>`)}</tr>`;
  });
  return markup`<h2>Against the panel's vote</h2>
    <div class="wide"><table><thead><tr><th>arm</th><th>fixed</th><th></th><th>broken</th>${DIFFERENCE_HEAD.map((title) => markup`<th>${title}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

/** The effect of changed answers, split by whether the vote before them was right. */
export function flipsTable(arms: readonly ArmSummary[]): Markup {
  const rows = arms.flatMap(({ name, flips }) =>
    flips === null
      ? []
      : (
          [
            ["right", flips.voteRight],
            ["wrong", flips.voteWrong],
          ] as const
        ).map(([vote, counts]) => [
          name,
          vote,
          String(counts.rightToWrong),
          String(counts.wrongToRight),
          String(counts.wrongToOther),
          String(counts.kept),
        ]),
  );
  if (rows.length === 0) return NOTHING;
  const head = ["arm", "vote was", "right → wrong", "wrong → right", "wrong → other", "kept"];
  return markup`<h2>Changes of mind</h2>${table(head, rows)}`;
}

export function comparedTable({ shared, left, arms }: Comparison): Markup {
  const rows = arms.map((arm) => [arm.name, ...comparisonCells(arm)]);
  return markup`<h2>Against the earlier run</h2>
    <p class="dim">${shared} questions are in both runs; ${left} in one only, or changed.</p>${table(["arm", ...COMPARISON_HEAD], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return markup`<div class="wide"><table><thead><tr>${head.map((title) => markup`<th>${title}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
}

function bars(fixed: number, broken: number, most: number): Markup {
  const [right, wrong] = [fixed, broken].map((count) => Math.round((count / most) * 60)) as [
    number,
    number,
  ];
  return markup`<svg class="bars" viewBox="0 0 120 12" width="120" height="12" aria-hidden="true"><rect class="fixed" x="${60 - right}" y="1" width="${right}" height="10"></rect><rect class="broken" x="60" y="1" width="${wrong}" height="10"></rect></svg>`;
}
