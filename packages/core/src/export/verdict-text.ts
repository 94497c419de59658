import type { PartialResult } from "../protocol/result.ts";
import { trimEnd } from "../answers/words/trim.ts";
import { formatAnswer } from "./phrases.ts";

/** Final lines that debaters and judges are asked for. They are for the panel, not for the reader. */
export const ANSWER_LINE: RegExp =
  /^[\s#>-]*(\*\*|__|\*|_)?(?:final\s+)?answer\s*(?::\s*\1|\1\s*:)\s*/i;
/** The line with which a judge names the position that it states. Other lines about positions are prose. */
const POSITION_LINE =
  /^[\s*_#`-]{0,9}position[\s*_`"]{0,9}:[\s*_`"'“‘[(]{0,9}(?:debater [a-z]{1,2}|none)[\s*_`"'”’\]).]{0,9}$/i;
export const ASIDE_LINE: RegExp = new RegExp(
  `^[\\s*_#>-]*(?:confidence|reason for change)[\\s*_]*:|${POSITION_LINE.source}`,
  "i",
);
/** A reply in the JSON format that providers can enforce. */
const JSON_REPLY = /^\s*(?:```(?:json)?\s*)?\{[\s\S]*"answer"\s*:/;

/** True if a reply is an object with the answer in it. */
export function isJsonReply(text: string): boolean {
  return JSON_REPLY.test(text);
}

/** Text of a result for a reader: the reply and then the answer, without labels. */
export function formatVerdictText({ text, reasoning, answer, unit }: PartialResult): string {
  if (isJsonReply(text)) return joinAnswer(reasoning, formatAnswer(answer, unit));
  const lines = text.split("\n").filter((line) => !ASIDE_LINE.test(line));
  const at = lines.findLastIndex((line) => ANSWER_LINE.test(line));
  if (at < 0) return lines.join("\n").trim();
  const answerText = [lines[at]?.replace(ANSWER_LINE, ""), ...lines.slice(at + 1)]
    .join("\n")
    .trim();
  return joinAnswer(lines.slice(0, at).join("\n").trim(), answerText);
}

/** A judge's reasons for a reader, without the line that names a position for the panel. */
export function formatReasons(reasons: string): string {
  const lines = reasons.split("\n");
  if (!lines.some((line) => POSITION_LINE.test(line))) return reasons;
  return lines
    .filter((line) => !POSITION_LINE.test(line))
    .join("\n")
    .trim();
}

/** Doesn't repeat the answer if the text already ends with it. */
function joinAnswer(reply: string, answer: string): string {
  const ending = trimEnd(reply, ".*_");
  const trimmedAnswer = trimEnd(answer, ".*_");
  if (reply === "" || answer === "") return reply || answer;
  return ending === trimmedAnswer ||
    ending.endsWith(`\n${trimmedAnswer}`) ||
    ending.endsWith(` ${trimmedAnswer}`)
    ? reply
    : `${reply}\n\n${answer}`;
}
