import type { Citation } from "../../protocol/citation.ts";
import type { Finding, FindingVote } from "../../protocol/findings.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { describeSeverity } from "../../record/index.ts";
import { describePeople, describeVote } from "../findings/describe-votes.ts";
import { markup, NOTHING, type Markup } from "./markup.ts";

/** What a review found, each finding with its quotes and what the others said of it. */
export function findingsSection({ findings = [] }: PartialResult): Markup {
  if (findings.length === 0) return NOTHING;
  return markup`<h2>Findings</h2>
    ${findings.map(findingPart)}`;
}

function findingPart(finding: Finding): Markup {
  const { claim, status, quotes, votes } = finding;
  return markup`<section>
    <p><strong>${describeSeverity(finding)}, ${status}</strong> <span class="dim">${describePeople(finding)}</span></p>
    <div class="said">${claim}</div>
    ${quotes.map((quote) => quotePart("It quotes", quote))}
    ${votes.map(votePart)}
  </section>`;
}

function votePart(vote: FindingVote): Markup {
  return markup`<p class="said">${describeVote(vote)}</p>
    ${vote.quote ? quotePart("The vote quotes", vote.quote) : NOTHING}`;
}

function quotePart(words: string, { text, verified, document }: Citation): Markup {
  const where = verified ? (document ?? "") : "not in the material";
  const quote = verified ? markup`${text}` : markup`<s>${text}</s>`;
  return markup`<p class="said"><span class="dim">${words}:</span> ${quote} <span class="dim">${where}</span></p>`;
}
