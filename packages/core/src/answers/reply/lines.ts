import { trimEnd } from "../words/trim.ts";

/** A line of a reply, and what it is. */
export interface Line {
  text: string;
  /** The label that it opens with. */
  label: AnswerLabel | null;
  isBlank: boolean;
  isQuoted: boolean;
  /** Whether it is of a fence without an answer label in it. */
  isCode: boolean;
  /** The backticks or tildes of a fence, where the line opens or closes one. */
  fence: string | null;
}

/** Some lines of a reply: the first and the last. */
export interface LineRange {
  from: number;
  to: number;
}

/** A reply with more lines than this is not taken apart: nobody writes it, and a server has other work. */
const MAX_LINES = 20_000;

export function hasTooManyLines(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && lines <= MAX_LINES; at = text.indexOf("\n", at + 1))
    lines += 1;
  return lines > MAX_LINES;
}

/** Splits a reply into lines. Each remark gets a line of its own. */
export function readLines(text: string): Line[] {
  const lines = text.split("\n").map(readLine);
  findCode(lines);
  if (!lines.some((line) => splitRemarks(line.text).length > 1)) return lines;
  return lines.flatMap((line) =>
    line.isCode || line.isQuoted ? [line] : splitRemarks(line.text).map(readLine),
  );
}

export function readLine(text: string): Line {
  const visible = text.trimStart();
  return {
    text,
    label: readLabel(text),
    isBlank: visible === "",
    isQuoted: visible.startsWith(">"),
    isCode: false,
    fence: readFence(visible),
  };
}

export const joinLines = (lines: readonly Line[]): string =>
  lines.map(({ text }) => text).join("\n");

/** The mark of the fence that a text begins with. */
export const readFence = (text: string): string | null =>
  /^(?:`{3,}|~{3,})/.exec(text)?.[0] ?? null;

/** Our own labels, where a reply puts them behind something else in the same line. */
const REMARK = /[*_`]{0,3}\b(?:Confidence|Reason for change)[*_`]{0,3}\s{0,3}[:：=]/g;

function splitRemarks(line: string): string[] {
  // One that begins the line is not behind anything.
  if (!line.includes("Confidence", 1) && !line.includes("Reason for change", 1)) return [line];
  const parts: string[] = [];
  let from = 0;
  REMARK.lastIndex = 0;
  for (let hit = REMARK.exec(line); hit !== null; hit = REMARK.exec(line)) {
    const before = line.slice(from, hit.index);
    const kept = withoutDash(trimEnd(before, ",;|([—–"));
    // Part of a word, or of a longer label, or the line begins with it.
    if (kept === before || !/[\p{L}\p{N}]/u.test(kept)) continue;
    parts.push(kept);
    from = hit.index;
  }
  return [...parts, line.slice(from)];
}

/** A text without the dash, behind a space, that it ends with. */
const withoutDash = (text: string): string =>
  /^\s-$/.test(text.slice(-2)) ? text.slice(0, -2) : text;

/** Notes which lines are code. */
function findCode(lines: readonly Line[]): void {
  for (let at = 0; at < lines.length; at++) {
    const fence = lines[at]?.fence ?? null;
    if (fence === null) continue;
    const end = findFenceEnd(lines, at, fence);
    const fenced = lines.slice(at, end + 1);
    const isLabelled = fenced.some(({ label }) => label?.name === "answer");
    if (!isLabelled) for (const line of fenced) line.isCode = true;
    at = end;
  }
}

/** The line that closes the fence opened at a line. One that is never closed ends with the text. */
export function findFenceEnd(lines: readonly Line[], at: number, fence: string): number {
  for (let end = at + 1; end < lines.length; end++)
    if (lines[end]?.fence?.startsWith(fence)) return end;
  return lines.length - 1;
}

/*
 * The closed lists of labels, and how a line that opens with one is read. A label opens its line, after headings,
 * list marks, emphasis and check marks are taken off.
 */

/** What may stand before a label in its line. */
const LEAD =
  /^\s*(?:(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+)*[✅✔✓☑]?\ufe0f?\s*([*_`]{0,3})[✅✔✓☑]?\ufe0f?\s*/;

const ANSWER =
  "(?:(?:so|thus|therefore|hence),?\\s+)?(?:(?:the|my)\\s+)?(?:final\\s+|correct\\s+)?answer";

/** An `outcome` counts as an answer only where no `answer` label stands. */
export type LabelName = "answer" | "outcome" | "confidence" | "reasonForChange" | "reason";

/** What each label looks like. */
const LABELS: Readonly<Record<LabelName, string>> = {
  answer: ANSWER,
  outcome:
    "(?:(?:the|my)\\s+)?(?:final\\s+)?(?:verdict|bottom line|tl;?dr|recommendation|conclusion)",
  confidence: "(?:my\\s+)?confidence(?:\\s+(?:level|score))?(?:\\s*\\([^)\\n]{0,60}\\))?",
  reasonForChange: "reason\\s+for\\s+(?:the\\s+)?chang(?:e|ing)",
  reason: "reason(?:s|ing)?",
};

const NAMES = Object.keys(LABELS) as LabelName[];

/** What separates a label from what it labels. */
const SEPARATOR = '(?:(?:is|=)\\s*[:：]|is(?=$|[\\s*_`$"“])|[:：=—→]|->)';

/** A label's own emphasis may end before or after the separator, or behind the answer. */
const LABEL = new RegExp(
  `(?:(${Object.values(LABELS).join(")|(")}))([*_\`]{0,3})\\s*(?:${SEPARATOR}(.*))?$`,
  "isy",
);

/** An answer label anywhere in a line. */
export const ANSWER_IN_LINE: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}'’])${ANSWER}[*_\`]{0,3}\\s*${SEPARATOR}`,
  "giu",
);

/** The label that a line opens with. */
export interface AnswerLabel {
  name: LabelName;
  /** What stands behind it in its line. */
  behind: string;
  /** Emphasis that was opened before the label and still has to be closed: its closing mark. */
  closing: string;
}

/** Reads the label that a line opens with; `null` if it opens with none. */
export function readLabel(line: string): AnswerLabel | null {
  const lead = LEAD.exec(line);
  LABEL.lastIndex = lead?.[0].length ?? 0;
  const hit = LABEL.exec(line);
  if (hit === null) return null;
  const name = NAMES.find((_, at) => hit[at + 1] !== undefined) as LabelName;
  const behind = hit[NAMES.length + 2];
  // Only labels of answers may stand alone on their line.
  if (behind === undefined && name !== "answer" && name !== "outcome") return null;
  const opened = lead?.[1] ?? "";
  const said = behind ?? "";
  if (opened === "") return { name, behind: said.trim(), closing: "" };
  const closing = [...opened].reverse().join("");
  if (hit[NAMES.length + 1] === closing) return { name, behind: said.trim(), closing: "" };
  return said.startsWith(closing)
    ? { name, behind: said.slice(closing.length).trim(), closing: "" }
    : { name, behind: said.trim(), closing };
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
  const label = readLabel(end < 0 ? text : text.slice(0, end));
  if (label?.name !== "answer" || label.behind === "") return text;
  return closeEmphasis(label.behind + (end < 0 ? "" : text.slice(end)), label.closing);
}
