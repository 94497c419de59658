import { SEVERITIES, type Severity } from "@rostrum/core/protocol";
import { clipLine, joinWords } from "@rostrum/core/support";
import { stripMarkdown } from "../text/strip-markdown.ts";
import { describeAnswer } from "./describe-answer.ts";

/** Matches code and tables, which have no line that states the answer. */
const STARTS_WITH_BLOCK = /^(?:```|~~~|\|)/;

/** Describes a run's answer for a list: its headline without Markdown, the number of findings, or named fields. */
export function describeRunAnswer(answer: string, maxChars: number): string {
  const counts = countSeverities(answer);
  if (counts !== null) return describeSeverities(counts);
  const text = describeAnswer(answer).trim();
  const headline = STARTS_WITH_BLOCK.test(text) ? text : (text.split("\n", 1)[0] ?? "");
  return clipLine(stripMarkdown(headline).replace(/:$/, ""), maxChars);
}

/** Number of findings per severity, most serious first. */
export type SeverityCounts = readonly [severity: Severity, count: number][];

/** Counts the findings of a review, which a run's summary contains as JSON. Null for other answers. */
export function countSeverities(answer: string): SeverityCounts | null {
  if (!answer.startsWith("[")) return null;
  try {
    const list = JSON.parse(answer) as { claim?: unknown; severity?: unknown; status?: unknown }[];
    if (!list.every(({ claim }) => typeof claim === "string")) return null;
    const standing = list.filter(({ status }) => status !== "refuted");
    return SEVERITIES.toReversed().flatMap((severity) => {
      const count = standing.filter((each) => each.severity === severity).length;
      return count === 0 ? [] : [[severity, count] as [Severity, number]];
    });
  } catch {
    return null;
  }
}

/** "2 high, 13 medium and 8 low findings" */
function describeSeverities(counts: SeverityCounts): string {
  if (counts.length === 0) return "No findings";
  const parts = counts.map(([severity, count]) => `${count} ${severity}`);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const list = joinWords(parts);
  return `${list} ${total === 1 ? "finding" : "findings"}`;
}
