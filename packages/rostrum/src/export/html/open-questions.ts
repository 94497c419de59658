import type { Citation } from "../../protocol/citation.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { claimWords, cruxOf, cruxWords, memoSections, sidesWords } from "../memo.ts";
import { piecesOf, proseWords, sourceWords } from "../quotes.ts";
import { markup, NOTHING, type Markup } from "./markup.ts";
import type { Finding, FindingVote } from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/index.ts";
import { describePeople, describeVote } from "../findings/describe-votes.ts";

export function renderMemo({ memo }: PartialResult): Markup {
  if (memo === undefined) return NOTHING;
  const sections = memoSections(memo).map(({ title, items }) => {
    const list = items.map(
      ({ text, more }) =>
        markup`<li><span class="said">${markQuotes(text, memo.citations ?? [])}</span>${
          more.length === 0 ? NOTHING : renderList(more)
        }</li>`,
    );
    return markup`<h3>${title}</h3><ul>${list}</ul>`;
  });
  return markup`<section class="memo"><h2>Memo</h2>${sections}</section>`;
}

export function renderClaims(result: PartialResult): Markup {
  const { claims, unaddressed = [] } = result;
  if (claims === undefined) return NOTHING;
  const items = claims.map(
    (claim) =>
      markup`<li>
        <strong>${claimWords(claim, result)}</strong> <span class="dim">${sidesWords(claim)}</span>
        <div class="said">${claim.text}</div>
        ${renderQuotes(claim.quotes)}
      </li>`,
  );
  const open =
    unaddressed.length === 0
      ? NOTHING
      : markup`<h3>Nobody addressed</h3>${renderList(unaddressed)}`;
  return markup`<section><h2>Claims</h2><ul>${items}</ul>${open}</section>`;
}

export function renderCrux(result: PartialResult, round: number): Markup {
  const crux = cruxOf(result, round);
  if (crux === null) return NOTHING;
  return markup`<aside class="crux">
    <span class="dim">The disagreement turns on:</span>
    <div class="said">${crux.claim}</div>
    <span class="dim">${cruxWords(crux)}</span>
  </aside>`;
}

/** A text in which quotes that stand nowhere are struck through. */
export function markQuotes(text: string, citations: readonly Citation[]): Markup[] {
  return piecesOf(text, citations).map(({ text: piece, citation }) => {
    if (citation === null) return markup`${piece}`;
    const from = sourceWords(citation);
    return citation.verified
      ? markup`<q class="found" title="${from}">${piece}</q>`
      : markup`<s title="not found in: ${from}">${piece}</s>`;
  });
}

/** A debater's reply: it may quote anything, so its quotes are only marked. */
export function markProse(text: string, citations: readonly Citation[]): Markup[] {
  return piecesOf(text, citations).map(({ text: piece, citation }) => {
    if (citation === null) return markup`${piece}`;
    const kind = citation.verified ? "found" : "open";
    return markup`<q class="${kind}" title="${proseWords(citation)}">${piece}</q>`;
  });
}

function renderQuotes(quotes: readonly Citation[]): Markup {
  const items = quotes.map((quote) => {
    const words = `“${quote.text}”`;
    const from = sourceWords(quote);
    return quote.verified
      ? markup`<li><span class="said">${words}</span> <span class="dim">${from}</span></li>`
      : markup`<li><s class="said">${words}</s> <span class="dim">not found in: ${from}</span></li>`;
  });
  return markup`<ul>${items}</ul>`;
}

function renderList(texts: readonly string[]): Markup {
  return markup`<ul>${texts.map((text) => markup`<li class="said">${text}</li>`)}</ul>`;
}

/** What a review found, each finding with its quotes and what the others said of it. */
export function renderFindings({ findings = [] }: PartialResult): Markup {
  if (findings.length === 0) return NOTHING;
  return markup`<h2>Findings</h2>
    ${findings.map(renderFinding)}`;
}

function renderFinding(finding: Finding): Markup {
  const { claim, status, quotes, votes } = finding;
  return markup`<section>
    <p><strong>${describeSeverity(finding)}, ${status}</strong> <span class="dim">${describePeople(finding)}</span></p>
    <div class="said">${claim}</div>
    ${quotes.map((quote) => renderQuote("It quotes", quote))}
    ${votes.map(renderVote)}
  </section>`;
}

function renderVote(vote: FindingVote): Markup {
  return markup`<p class="said">${describeVote(vote)}</p>
    ${vote.quote ? renderQuote("The vote quotes", vote.quote) : NOTHING}`;
}

function renderQuote(words: string, { text, verified, document }: Citation): Markup {
  const where = verified ? (document ?? "") : "not in the material";
  const quote = verified ? markup`${text}` : markup`<s>${text}</s>`;
  return markup`<p class="said"><span class="dim">${words}:</span> ${quote} <span class="dim">${where}</span></p>`;
}
