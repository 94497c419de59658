import { clipped } from "../../visible.ts";
import type { PartialResult } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";
import { answerNumbers } from "../answer-numbers.ts";
import { asRecord, type Exportable } from "../as-record.ts";
import {
  listFacts,
  makeCheaperMethodsTable,
  makeRankingTable,
  makeVotesTable,
  type Table,
} from "../facts.ts";
import { listContext } from "../files.ts";
import { noticesOf } from "../notices.ts";
import { answerOrText, reviewWords } from "../phrases.ts";
import { quotesIn, quotesInJudgment } from "../quotes.ts";
import { markup, NOTHING, raw, type Markup } from "./markup.ts";
import {
  renderClaims,
  renderCrux,
  renderFindings,
  markQuotes,
  markProse,
  renderMemo,
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
          ${renderContext(record)} ${renderNotices(record)}
          <h2>Answer</h2>
          <div class="answer said">${answerOrText(result) || "(none)"}</div>
          ${renderReview(record)} ${renderFacts(record)} ${renderMemo(result)} ${renderClaims(result)}
          ${renderFindings(result)} ${renderTable(makeVotesTable(result))}
          ${renderTable(makeRankingTable(result))} ${renderDissent(result)}
          ${result.rounds.map((_, place) =>
            roundSection(
              result.rounds,
              place,
              numbers[place] ?? [],
              renderCrux(result, place),
              (position) => quotesIn(record, position),
            ),
          )}
          ${renderJudgment(record)} ${renderTable(makeCheaperMethodsTable(result))}
        </main>
      </body>
    </html> `;
  return page.source;
}

/** The documents and files that came with the question, by name. */
function renderContext({ started }: DebateRecord): Markup {
  const lines = listContext(started?.context).map((line) => markup`<li class="said">${line}</li>`);
  return lines.length === 0
    ? NOTHING
    : markup`<details><summary>Context</summary><ul>${lines}</ul></details>`;
}

function renderNotices(record: DebateRecord): Markup[] {
  return noticesOf(record).map(({ title, details }) => {
    const list = details.map((detail) => markup`<li class="said">${detail}</li>`);
    const more = list.length > 0 ? markup`<ul>${list}</ul>` : NOTHING;
    return markup`<div class="notice" role="note"><strong>${title}</strong>${more}</div>`;
  });
}

function renderReview({ result: { review: said }, reviewed }: DebateRecord): Markup {
  if (!said) return NOTHING;
  return markup`<div class="notice" role="note">
    <strong>${reviewWords(said, reviewed)}</strong>
    ${said.reason ? markup`<div class="said">${said.reason}</div>` : NOTHING}
  </div>`;
}

function renderFacts(record: DebateRecord): Markup {
  const rows = listFacts(record).map(([name, words]) => markup`<dt>${name}</dt><dd>${words}</dd>`);
  return markup`<dl>
    ${rows}
  </dl>`;
}

function renderTable({ title, names, rows }: Table): Markup {
  if (rows.length === 0) return NOTHING;
  const head = names.map((name) => markup`<th>${name}</th>`);
  const body = rows.map((row) => {
    const cells = row.map((cell) => markup`<td class="said">${cell}</td>`);
    return markup`<tr>${cells}</tr>`;
  });
  return markup`<h2>${title}</h2>
    <table>
      <thead><tr>${head}</tr></thead>
      <tbody>
        ${body}
      </tbody>
    </table>`;
}

function renderDissent({ dissent: positions }: PartialResult): Markup {
  if (positions.length === 0) return NOTHING;
  const items = positions.map(
    ({ debater, answer }) =>
      markup`<dt>${debater}</dt>
        <dd class="said">${answer ?? "(no answer)"}</dd>`,
  );
  return markup`<h2>Dissent</h2>
    <dl>${items}</dl>`;
}

function renderJudgment(record: DebateRecord): Markup {
  const { judgment: text, citations } = record.result.decision;
  if (text === undefined) return NOTHING;
  const said = citations ? markQuotes(text, citations) : markProse(text, quotesInJudgment(record));
  return markup`<section>
    <h2>The judge</h2>
    <div class="said">${said}</div>
  </section>`;
}
