import type { Citation } from "../../protocol/citation.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { claimWords, cruxOf, cruxWords, memoSections, sidesWords } from "../memo.ts";
import { proseWords, sourceWords } from "../quotes.ts";
import { inlineText, quotation } from "./escape.ts";
import type { Finding, FindingVote } from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/index.ts";
import { describePeople, describeVote } from "../findings/describe-votes.ts";

export function memoParts({ memo }: PartialResult): string[] {
  if (memo === undefined) return [];
  return [
    "## Memo",
    ...memoSections(memo).flatMap(({ title, items }) => [
      `**${title}**`,
      items
        .flatMap(({ text, more }) => [
          `- ${inlineText(text)}`,
          ...more.map((line) => `  - ${inlineText(line)}`),
        ])
        .join("\n"),
    ]),
  ];
}

export function claimParts(result: PartialResult): string[] {
  const { claims, unaddressed = [] } = result;
  if (claims === undefined) return [];
  const lines = claims.flatMap((claim) => [
    `- **${claimWords(claim, result)}** (${inlineText(sidesWords(claim))}): ${inlineText(claim.text)}`,
    ...claim.quotes.map((quote) => `  - ${quoteLine(quote)}`),
  ]);
  return [
    "## Claims",
    lines.join("\n") || "No claim is borne out by the words of a debater.",
    ...(unaddressed.length === 0
      ? []
      : ["**Nobody addressed**", unaddressed.map((text) => `- ${inlineText(text)}`).join("\n")]),
  ];
}

export function cruxParts(result: PartialResult, round: number): string[] {
  const crux = cruxOf(result, round);
  if (crux === null) return [];
  return ["The disagreement turns on:", quotation(crux.claim), inlineText(cruxWords(crux))];
}

export function citationParts(citations: readonly Citation[] | undefined): string[] {
  if (citations === undefined || citations.length === 0) return [];
  return ["Quotes:", citations.map((citation) => `- ${quoteLine(citation)}`).join("\n")];
}

/**
 * The quotations in a debater's reply. A debater may quote anything, so nothing is struck through.
 */
export function proseQuoteParts(quotes: readonly Citation[]): string[] {
  if (quotes.length === 0) return [];
  const lines = quotes.map(
    (quote) => `- “${inlineText(quote.text)}” (${inlineText(proseWords(quote))})`,
  );
  return ["Quotes in it:", lines.join("\n")];
}

function quoteLine(citation: Citation): string {
  const words = `“${inlineText(citation.text)}”`;
  const from = inlineText(sourceWords(citation));
  return citation.verified ? `${words} (${from})` : `~~${words}~~ (not found in: ${from})`;
}

/** What a review found, each finding with its quotes and what the others said of it. */
export function findingParts({ findings = [] }: PartialResult): string[] {
  if (findings.length === 0) return [];
  return ["## Findings", ...findings.flatMap(partsOf)];
}

function partsOf(finding: Finding, index: number): string[] {
  const { claim, status, quotes, votes } = finding;
  return [
    `### ${index + 1}. ${inlineText(describeSeverity(finding))}, ${status}`,
    quotation(claim),
    `${inlineText(describePeople(finding))}.`,
    ...quotes.flatMap((quote) => quoted("It quotes", quote)),
    ...votes.flatMap(voteParts),
  ];
}

function voteParts(vote: FindingVote): string[] {
  return [
    inlineText(describeVote(vote)),
    ...(vote.quote ? quoted("The vote quotes", vote.quote) : []),
  ];
}

function quoted(words: string, { text, verified, document }: Citation): string[] {
  const where = verified ? (document === undefined ? "" : `, from ${inlineText(document)}`) : "";
  return [
    `${words}${where}${verified ? "" : ", but it does not stand in the material"}:`,
    quotation(text),
  ];
}
