import type { Citation } from "../../protocol/citation.ts";
import type { Finding } from "../../protocol/findings.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { markup, NOTHING, type Markup } from "./markup.ts";

/** What a review found, each finding with its quotes and what the others said of it. */
export function findingsSection({ findings = [] }: PartialResult): Markup {
  if (findings.length === 0) return NOTHING;
  return markup`<h2>Findings</h2>
    ${findings.map(findingPart)}`;
}

function findingPart({ claim, severity, status, by, against, quotes, votes }: Finding): Markup {
  const people = `found by ${by.join(", ")}${against.length > 0 ? `; refuted by ${against.join(", ")}` : ""}`;
  const refuting = votes.flatMap(({ vote, quote }) => (vote === "refute" && quote ? [quote] : []));
  return markup`<section>
    <p><strong>${severity}, ${status}</strong> <span class="dim">${people}</span></p>
    <div class="said">${claim}</div>
    ${quotes.map((quote) => quotePart("It quotes", quote))}
    ${refuting.map((quote) => quotePart("Quoted against it", quote))}
  </section>`;
}

function quotePart(words: string, { text, verified, document }: Citation): Markup {
  const where = verified ? (document ?? "") : "not in the material";
  const quote = verified ? markup`${text}` : markup`<s>${text}</s>`;
  return markup`<p class="said"><span class="dim">${words}:</span> ${quote} <span class="dim">${where}</span></p>`;
}
