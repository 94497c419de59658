import type { PartialResult } from "../protocol/result.ts";
import { trimEnd } from "../answers/words/trim.ts";
import { formatAnswer } from "./phrases.ts";

/** The final lines that debaters and judges are asked for. They are for the panel, not for the reader. */
export const ANSWER_LINE: RegExp =
  /^[\s#>-]*(\*\*|__|\*|_)?(?:final\s+)?answer\s*(?::\s*\1|\1\s*:)\s*/i;
export const ASIDE_LINE: RegExp = /^[\s*_#>-]*(?:confidence|reason for change)[\s*_]*:/i;
/** A reply in the JSON form that providers can enforce. */
const ENVELOPE = /^\s*(?:```(?:json)?\s*)?\{[\s\S]*"answer"\s*:/;

/** The text of a result for a reader: the reply and then the answer, without labels. */
export function formatVerdictText({ text, reasoning, answer, unit }: PartialResult): string {
  if (ENVELOPE.test(text)) return joinAnswer(reasoning, formatAnswer(answer, unit));
  const lines = text.split("\n").filter((line) => !ASIDE_LINE.test(line));
  const at = lines.findLastIndex((line) => ANSWER_LINE.test(line));
  if (at < 0) return lines.join("\n").trim();
  const stated = [lines[at]?.replace(ANSWER_LINE, ""), ...lines.slice(at + 1)].join("\n").trim();
  return joinAnswer(lines.slice(0, at).join("\n").trim(), stated);
}

/** If the text already ends with the answer, the answer is not repeated. */
function joinAnswer(before: string, answer: string): string {
  const ending = trimEnd(before, ".*_");
  const said = trimEnd(answer, ".*_");
  if (before === "" || answer === "") return before || answer;
  return ending === said || ending.endsWith(`\n${said}`) || ending.endsWith(` ${said}`)
    ? before
    : `${before}\n\n${answer}`;
}
