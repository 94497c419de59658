import type { Citation } from "../../protocol/citation.ts";
import type { Finding } from "../../protocol/findings.ts";
import type { PartialResult } from "../../protocol/result.ts";
import { inlineText, quotation } from "./escape.ts";

/** What a review found, each finding with its quotes and what the others said of it. */
export function findingParts({ findings = [] }: PartialResult): string[] {
  if (findings.length === 0) return [];
  return ["## Findings", ...findings.flatMap(partsOf)];
}

function partsOf(
  { claim, severity, status, by, against, quotes, votes }: Finding,
  index: number,
): string[] {
  const names = (list: readonly string[]): string => list.map(inlineText).join(", ");
  const people = [
    `Found by ${names(by)}`,
    ...(against.length > 0 ? [`refuted by ${names(against)}`] : []),
  ].join("; ");
  const refuting = votes.flatMap(({ vote, quote }) => (vote === "refute" && quote ? [quote] : []));
  return [
    `### ${index + 1}. ${severity}, ${status}`,
    quotation(claim),
    `${people}.`,
    ...quotes.flatMap((quote) => quoted("It quotes", quote)),
    ...refuting.flatMap((quote) => quoted("Quoted against it", quote)),
  ];
}

function quoted(words: string, { text, verified, document }: Citation): string[] {
  const where = verified ? (document === undefined ? "" : `, from ${inlineText(document)}`) : "";
  return [
    `${words}${where}${verified ? "" : ", but it does not stand in the material"}:`,
    quotation(text),
  ];
}
