import { findAnswerKind, formatAnswer, formatAnswerMarkdown } from "@rostrum/core/export";
import type { DebateRecord } from "@rostrum/core/record";

/** True if the answer's own words are Markdown: it is neither code nor a value of a typed kind. */
export function isMarkdownAnswer(record: Pick<DebateRecord, "result" | "started">): boolean {
  const { answer, unit, text } = record.result;
  const answerText = formatAnswer(answer, unit);
  const formatted = formatAnswerMarkdown(answerText, text, findAnswerKind(record));
  return formatted.isMarkdown && formatted.text === answerText;
}
