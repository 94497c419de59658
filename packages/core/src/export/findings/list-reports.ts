import { readFindings } from "../../answers/findings/read-findings.ts";
import { readReply } from "../../answers/read-reply.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { DebateRecord } from "../../record/recorder.ts";
import {
  listReviewedDocuments,
  locateFindings,
  type LocatedFinding,
  type ReviewedDocument,
} from "./locate-findings.ts";

/** What members of a review reported, with places, before anything is merged or checked. */
export function listReports({
  result,
  started,
}: DebateRecord): { debater: string; findings: LocatedFinding[] }[] {
  const documents = listReviewedDocuments(started?.context);
  return (result.rounds[0]?.positions ?? []).flatMap(({ debater, answer, text }) => {
    const reported = answer === null ? null : readFindings(readReply(text).json);
    if (reported === null) return [];
    const findings = reported.map(({ claim, severity, quote }) => ({
      claim,
      severity,
      status: "contested" as const,
      otherSeverities: [],
      by: [debater],
      against: [],
      votes: [],
      quotes: quote === "" ? [] : [locateQuote(quote, documents)],
    }));
    return [{ debater, findings: locateFindings(findings, documents) }];
  });
}

/** Looks a quote up, or else its first line if that occurs once: in a diff, its lines have signs between them. */
function locateQuote(quote: string, documents: readonly ReviewedDocument[]): Citation {
  const [firstLine = ""] = quote.split("\n");
  for (const words of [quote, firstLine]) {
    const matches = documents.flatMap(({ document, text }) => {
      const from = text.indexOf(words);
      const isOnce = from >= 0 && from === text.lastIndexOf(words);
      return isOnce ? [{ document, at: [from, from + words.length] as [number, number] }] : [];
    });
    const [match] = matches;
    if (match !== undefined && matches.length === 1)
      return { source: "context", text: quote, verified: true, ...match };
  }
  return { source: "context", text: quote, verified: false, at: null };
}
