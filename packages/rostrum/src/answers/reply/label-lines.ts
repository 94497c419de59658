/*
 * The closed lists of labels, and how a line that opens with one is read. A label opens its line, after headings,
 * list marks, emphasis and check marks are taken off.
 */

/** What may stand before a label in its line. */
const LEAD =
  /^\s*(?:(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+)*[✅✔✓☑]?\ufe0f?\s*([*_`]{0,3})[✅✔✓☑]?\ufe0f?\s*/u;

const ANSWER =
  "(?:(?:so|thus|therefore|hence),?\\s+)?(?:(?:the|my)\\s+)?(?:final\\s+|correct\\s+)?answer";
const OUTCOME =
  "(?:(?:the|my)\\s+)?(?:final\\s+)?(?:verdict|bottom line|tl;?dr|recommendation|conclusion)";
const CONFIDENCE = "(?:my\\s+)?confidence(?:\\s+(?:level|score))?(?:\\s*\\([^)\\n]{0,60}\\))?";
const REASON_FOR_CHANGE = "reason\\s+for\\s+(?:the\\s+)?chang(?:e|ing)";
const REASON = "reason(?:s|ing)?";

/** What separates a label from what it labels. */
const SEPARATOR = '(?:(?:is|=)\\s*[:：]|is(?=$|[\\s*_`$"“])|[:：=—→]|->)';

/** The label's own emphasis may end before or after the separator, or behind the answer. */
const lineWith = (label: string, mayStandAlone = ""): RegExp =>
  new RegExp(`^${label}([*_\`]{0,3})\\s*(?:${SEPARATOR}(.*))${mayStandAlone}$`, "isu");

/** Labels of answers, and those that count as one only where none of these stands. */
export const ANSWER_LABEL: RegExp = lineWith(ANSWER, "?");
export const OUTCOME_LABEL: RegExp = lineWith(OUTCOME, "?");
export const CONFIDENCE_LABEL: RegExp = lineWith(CONFIDENCE);
export const REASON_FOR_CHANGE_LABEL: RegExp = lineWith(REASON_FOR_CHANGE);
const REASON_LABEL = lineWith(REASON);

/** The same label inside of a line. */
export const ANSWER_IN_LINE: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}'’])${ANSWER}[*_\`]{0,3}\\s*${SEPARATOR}`,
  "giu",
);

/** What stands behind a label in its line. */
export interface LabelledLine {
  behind: string;
  /** Emphasis that was opened before the label and still has to be closed: its closing mark. */
  closing: string;
}

/** Reads a line that opens with a label; `null` if it doesn't. */
export function readLabelLine(line: string, label: RegExp): LabelledLine | null {
  const lead = LEAD.exec(line);
  const hit = label.exec(line.slice(lead?.[0].length ?? 0));
  if (hit === null) return null;
  const behind = hit[2] ?? "";
  const closing = [...(lead?.[1] ?? "")].reverse().join("");
  if (closing === "" || hit[1] === closing) return { behind: behind.trim(), closing: "" };
  return behind.startsWith(closing)
    ? { behind: behind.slice(closing.length).trim(), closing: "" }
    : { behind: behind.trim(), closing };
}

/** Takes off the mark that ends emphasis which was opened before the label. */
export function closeEmphasis(text: string, closing: string): string {
  if (closing === "") return text;
  for (let at = text.indexOf(closing); at >= 0; at = text.indexOf(closing, at + 1)) {
    const after = text.slice(at + closing.length);
    if (/\S$/.test(text.slice(Math.max(0, at - 1), at)) && /^(?:$|[\s.,;:!?)])/.test(after))
      return text.slice(0, at) + after;
  }
  return text;
}

/** A text whose first line opens with an answer label, without that label. */
export function withoutAnswerLabel(text: string): string {
  const end = text.indexOf("\n");
  const found = readLabelLine(end < 0 ? text : text.slice(0, end), ANSWER_LABEL);
  if (found === null || found.behind === "") return text;
  return closeEmphasis(found.behind + (end < 0 ? "" : text.slice(end)), found.closing);
}

const ENDING = [
  CONFIDENCE_LABEL,
  REASON_FOR_CHANGE_LABEL,
  REASON_LABEL,
  ANSWER_LABEL,
  OUTCOME_LABEL,
];

/** Whether a line ends the answer before it: it has a label of its own. */
export const endsAnswer = (line: string): boolean =>
  /answer|confidence|reason|verdict|bottom|tl;?dr|recommend|conclusion/i.test(line) &&
  ENDING.some((label) => readLabelLine(line, label) !== null);

export const isQuoted = (line: string): boolean => /^\s*>/.test(line);
export const isBlank = (line: string): boolean => line.trim() === "";
export const FENCE: RegExp = /^\s*(`{3,}|~{3,})/;

/** Which lines are code: those of fences without an answer label in them. */
export function findCode(lines: readonly string[]): boolean[] {
  const code = lines.map(() => false);
  for (let at = 0; at < lines.length; at++) {
    if (!FENCE.test(lines[at] ?? "")) continue;
    const end = endOfFence(lines, at);
    const labelled = lines
      .slice(at, end + 1)
      .some((line) => /answer/i.test(line) && readLabelLine(line, ANSWER_LABEL) !== null);
    if (!labelled) code.fill(true, at, end + 1);
    at = end;
  }
  return code;
}

/** The line that closes the fence opened at a line. One that is never closed ends with the text. */
export function endOfFence(
  lines: readonly string[],
  at: number,
  opening: string | undefined = lines[at],
): number {
  const mark = FENCE.exec(opening ?? "")?.[1] ?? "```";
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? "").trim().startsWith(mark)) end++;
  return Math.min(end, lines.length - 1);
}
