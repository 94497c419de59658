import type { Citation } from "../../protocol/citation.ts";
import type { Finding, FindingVote } from "../../protocol/findings.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { describeSeverity } from "../../record/index.ts";
import { describePeople, describeVote } from "../findings/describe-votes.ts";
import { inlineText, quotation } from "./escape.ts";

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
