import { markup, NOTHING, type Markup } from "../../export/html/markup.ts";
import type { ArmSummary } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import {
  accuracyWords,
  callsWords,
  differenceWords,
  eceWords,
  points,
  pWords,
  tokensWords,
  usdWords,
} from "./figures.ts";
import { verdictOf } from "./verdict.ts";

/** What each arm reached and took. */
export function armsTable(arms: readonly ArmSummary[]): Markup {
  const head = [
    "",
    "arm",
    "% right [95 %]",
    "calls",
    "tokens",
    "$",
    "unread %",
    "cut off %",
    "ECE",
  ];
  return table(
    head,
    arms.map((arm, index) => [
      String(index + 1),
      arm.name,
      accuracyWords(arm.accuracy),
      callsWords(arm.calls),
      tokensWords(arm.tokens),
      usdWords(arm.usd),
      points(arm.unread),
      points(arm.truncated),
      eceWords(arm.calibration),
    ]),
  );
}

/** Wins and losses against the vote of the same calls, drawn and in figures. */
export function pairedTable(arms: readonly ArmSummary[]): Markup {
  const paired = arms.filter(({ againstVote }) => againstVote !== null);
  if (paired.length === 0) return NOTHING;
  const most = Math.max(1, ...paired.flatMap(({ fixed, broken }) => [fixed, broken]));
  const rows = paired.flatMap(({ name, fixed, broken, againstVote }) => {
    if (againstVote === null) return [];
    return markup`<tr><td>${name}</td><td>${fixed}</td><td>${bars(fixed, broken, most)}</td><td>${broken}</td>
      <td>${differenceWords(againstVote)}</td><td>${pWords(againstVote.pCorrected)}</td><td>${verdictOf(againstVote)}</td></tr>`;
  });
  return markup`<h2>Against the panel's vote</h2>
    <div class="wide"><table><thead><tr><th>arm</th><th>fixed</th><th></th><th>broken</th><th>points [95 %]</th><th>p</th><th></th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

/** What the members' second thoughts did, split by whether the vote they started from was right. */
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
  const head = ["arm", "now %", "before %", "gained", "lost", "points [95 %]", "p", ""];
  const rows = arms.map(({ name, now, before, difference }) => [
    name,
    points(now),
    points(before),
    String(difference.wins),
    String(difference.losses),
    differenceWords(difference),
    pWords(difference.pCorrected),
    verdictOf(difference),
  ]);
  return markup`<h2>Against the earlier run</h2>
    <p class="dim">${shared} questions are in both runs; ${left} in one only, or changed.</p>${table(head, rows)}`;
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
