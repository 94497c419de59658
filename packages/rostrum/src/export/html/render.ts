import type { PartialResult, WhatIf } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";
import { answerNumbers } from "../answer-numbers.ts";
import { asRecord, type Exportable } from "../as-record.ts";
import { certaintyRows, ownEstimateRows } from "../certainty.ts";
import { contextLines } from "../files.ts";
import { modelName } from "../without-words.ts";
import { noticesOf } from "../notices.ts";
import { clipped } from "../../visible.ts";
import {
  answerOrText,
  basisWords,
  CHEAPER_METHODS,
  counted,
  duration,
  methodWords,
  money,
  reviewWords,
  stopWords,
  swapWords,
  thousands,
  rankingRows,
} from "../phrases.ts";
import { quotesIn, quotesInJudgment } from "../quotes.ts";
import { riskRows } from "../risk-words.ts";
import { markup, NOTHING, raw, type Markup } from "./markup.ts";
import {
  findingsSection,
  claimsSection,
  cruxSection,
  marked,
  markedProse,
  memoSection,
} from "./open-questions.ts";
import { roundSection } from "./rounds.ts";
import { STYLE } from "./style.ts";

/** Nothing may be loaded or run, whatever a reply contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A debate as one HTML file that needs no network and no script. What models wrote is text in it. */
export function toHtml(source: Exportable): string {
  const record = asRecord(source);
  const { result } = record;
  const numbers = answerNumbers(result.rounds);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${clipped(result.question, 80)} · rostrum</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Debate</h1>
          <div class="question said">${result.question}</div>
          ${context(record)} ${notices(record)}
          <h2>Answer</h2>
          <div class="answer said">${answerOrText(result) || "(none)"}</div>
          ${review(record)} ${facts(record)} ${memoSection(result)} ${claimsSection(result)}
          ${findingsSection(result)} ${tally(result)} ${ranking(result)} ${dissent(result)}
          ${result.rounds.map((_, place) =>
            roundSection(
              result.rounds,
              place,
              numbers[place] ?? [],
              cruxSection(result, place),
              (position) => quotesIn(record, position),
            ),
          )}
          ${judgment(record)} ${whatIf(result)}
        </main>
      </body>
    </html> `;
  return page.source;
}

/** The documents and files that came with the question, by name. */
function context({ started }: DebateRecord): Markup {
  const lines = contextLines(started?.context).map((line) => markup`<li class="said">${line}</li>`);
  return lines.length === 0
    ? NOTHING
    : markup`<details><summary>Context</summary><ul>${lines}</ul></details>`;
}

function notices(record: DebateRecord): Markup[] {
  return noticesOf(record).map(({ title, details }) => {
    const list = details.map((detail) => markup`<li class="said">${detail}</li>`);
    return markup`<div class="notice" role="note">
      <strong>${title}</strong>${
        list.length > 0
          ? markup`<ul>
              ${list}
            </ul>`
          : NOTHING
      }
    </div>`;
  });
}

function review({ result: { review: said }, reviewed }: DebateRecord): Markup {
  if (!said) return NOTHING;
  return markup`<div class="notice" role="note">
    <strong>${reviewWords(said, reviewed)}</strong>
    ${said.reason ? markup`<div class="said">${said.reason}</div>` : NOTHING}
  </div>`;
}

function facts({ result, started }: DebateRecord): Markup {
  const { usage, decision } = result;
  const rows: [string, string][] = [
    ...certaintyRows(result),
    [
      "Decided by",
      `${methodWords(decision.method)}, answers compared ${basisWords(decision.basis)}`,
    ],
    ["Stopped because", stopWords(result.stopReason)],
    ...(result.swap ? [["Swapped", swapWords(result.swap)] as [string, string]] : []),
    ...riskRows(result),
    ...ownEstimateRows(result),
    ["Cost", `${money(result.costUsd)} for ${counted(usage.calls, "call")}`],
    [
      "Tokens",
      usage.inputTokens === null || usage.outputTokens === null
        ? "unknown"
        : `${thousands(usage.inputTokens)} in, ${thousands(usage.outputTokens)} out`,
    ],
    ["Time", duration(result.durationMs)],
    ...(started
      ? [
          [
            "Panel",
            started.panel.map(({ name, model }) => `${name} (${modelName(model)})`).join(", "),
          ] as [string, string],
        ]
      : []),
    ["Run", result.id],
  ];
  return markup`<dl>
    ${rows.map(
      ([name, value]) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

function tally({ decision }: PartialResult): Markup {
  if (decision.tally.length === 0) return NOTHING;
  const rows = decision.tally.map(
    ({ answer, votes, debaters }) =>
      markup`<tr>
        <td class="said">${answer}</td>
        <td>${votes}</td>
        <td>${debaters.join(", ")}</td>
      </tr>`,
  );
  return markup`<h2>Votes</h2>
    <table>
      <thead>
        <tr>
          <th>answer</th>
          <th>votes</th>
          <th>debaters</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function ranking(result: PartialResult): Markup {
  const rows = rankingRows(result).map(
    ({ debater, points, range }) =>
      markup`<tr>
        <td>${debater}</td>
        <td>${points}</td>
        <td>${range}</td>
      </tr>`,
  );
  if (rows.length === 0) return NOTHING;
  return markup`<h2>Ranking</h2>
    <table>
      <thead>
        <tr>
          <th>debater</th>
          <th>points</th>
          <th>95% of resampled ballots</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function dissent({ dissent: positions }: PartialResult): Markup {
  if (positions.length === 0) return NOTHING;
  const items = positions.map(
    ({ debater, answer }) =>
      markup`<dt>${debater}</dt>
        <dd class="said">${answer ?? "(no answer)"}</dd>`,
  );
  return markup`<h2>Dissent</h2>
    <dl>${items}</dl>`;
}

function judgment(record: DebateRecord): Markup {
  const { judgment: text, citations } = record.result.decision;
  if (text === undefined) return NOTHING;
  const said = citations ? marked(text, citations) : markedProse(text, quotesInJudgment(record));
  return markup`<section>
    <h2>The judge</h2>
    <div class="said">${said}</div>
  </section>`;
}

function whatIf({ whatIf: { single, bestSingle, roundZeroVote } }: PartialResult): Markup {
  const rows: [string, WhatIf | undefined][] = [
    ["the first debater alone", single],
    ["the most confident debater", bestSingle],
    ["the vote of round 0", roundZeroVote],
  ];
  const shown = rows.flatMap(([name, would]) =>
    would === undefined
      ? []
      : [
          markup`<tr>
            <td>${name}</td>
            <td class="said">${would.answer ?? "(none)"}</td>
            <td>${would.calls}</td>
            <td>${money(would.usd)}</td>
          </tr>`,
        ],
  );
  return markup`<h2>${CHEAPER_METHODS}</h2>
    <table>
      <thead>
        <tr>
          <th>instead</th>
          <th>answer</th>
          <th>calls</th>
          <th>cost</th>
        </tr>
      </thead>
      <tbody>
        ${shown}
      </tbody>
    </table>`;
}
