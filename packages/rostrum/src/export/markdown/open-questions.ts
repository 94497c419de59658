import type { Citation } from "../../protocol/citation.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { claimWords, cruxOf, cruxWords, memoSections, sidesWords } from "../memo.ts";
import { proseWords, sourceWords } from "../quotes.ts";
import { escapeInline, escapeQuotation } from "./escape.ts";
import type { Finding, FindingVote } from "../../protocol/findings.ts";
import { describeSeverity } from "../../record/index.ts";
import { describePeople, describeVote } from "../findings/describe-votes.ts";

export function formatMemo({ memo }: PartialResult): string[] {
  if (memo === undefined) return [];
  return [
    "## Memo",
    ...memoSections(memo).flatMap(({ title, items }) => [
      `**${title}**`,
      items
        .flatMap(({ text, more }) => [
          `- ${escapeInline(text)}`,
          ...more.map((line) => `  - ${escapeInline(line)}`),
        ])
        .join("\n"),
    ]),
  ];
}

export function formatClaims(result: PartialResult): string[] {
  const { claims, unaddressed = [] } = result;
  if (claims === undefined) return [];
  const lines = claims.flatMap((claim) => [
    `- **${claimWords(claim, result)}** (${escapeInline(sidesWords(claim))}): ${escapeInline(claim.text)}`,
    ...claim.quotes.map((quote) => `  - ${formatQuote(quote)}`),
  ]);
  return [
    "## Claims",
    lines.join("\n") || "No claim is borne out by the words of a debater.",
    ...(unaddressed.length === 0
      ? []
      : ["**Nobody addressed**", unaddressed.map((text) => `- ${escapeInline(text)}`).join("\n")]),
  ];
}

export function formatCrux(result: PartialResult, round: number): string[] {
  const crux = cruxOf(result, round);
  if (crux === null) return [];
  return ["The disagreement turns on:", escapeQuotation(crux.claim), escapeInline(cruxWords(crux))];
}

export function formatCitations(citations: readonly Citation[] | undefined): string[] {
  if (citations === undefined || citations.length === 0) return [];
  return ["Quotes:", citations.map((citation) => `- ${formatQuote(citation)}`).join("\n")];
}

/**
 * The quotations in a debater's reply. A debater may quote anything, so nothing is struck through.
 */
export function formatProseQuotes(quotes: readonly Citation[]): string[] {
  if (quotes.length === 0) return [];
  const lines = quotes.map(
    (quote) => `- “${escapeInline(quote.text)}” (${escapeInline(proseWords(quote))})`,
  );
  return ["Quotes in it:", lines.join("\n")];
}

function formatQuote(citation: Citation): string {
  const words = `“${escapeInline(citation.text)}”`;
  const from = escapeInline(sourceWords(citation));
  return citation.verified ? `${words} (${from})` : `~~${words}~~ (not found in: ${from})`;
}

/** What a review found, each finding with its quotes and what the others said of it. */
export function formatFindings({ findings = [] }: PartialResult): string[] {
  if (findings.length === 0) return [];
  return ["## Findings", ...findings.flatMap(formatFinding)];
}

function formatFinding(finding: Finding, index: number): string[] {
  const { claim, status, quotes, votes } = finding;
  return [
    `### ${index + 1}. ${escapeInline(describeSeverity(finding))}, ${status}`,
    escapeQuotation(claim),
    `${escapeInline(describePeople(finding))}.`,
    ...quotes.flatMap((quote) => formatFindingQuote("It quotes", quote)),
    ...votes.flatMap(formatVote),
  ];
}

function formatVote(vote: FindingVote): string[] {
  return [
    escapeInline(describeVote(vote)),
    ...(vote.quote ? formatFindingQuote("The vote quotes", vote.quote) : []),
  ];
}

function formatFindingQuote(words: string, { text, verified, document }: Citation): string[] {
  const where = verified ? (document === undefined ? "" : `, from ${escapeInline(document)}`) : "";
  return [
    `${words}${where}${verified ? "" : ", but it does not stand in the material"}:`,
    escapeQuotation(text),
  ];
}
