import {
  closeEmphasis,
  joinLines,
  type Line,
  type LineRange,
  readLine,
  readLines,
} from "./lines.ts";
import { unwrapAnswer } from "./unwrap.ts";

/** Statements in addition to the answer. */
interface Remarks {
  /** Text after the last confidence label. */
  confidence: string | null;
  /** Text after the last "Reason for change". */
  reasonForChange: string | null;
}

/** Remarks of a reply, and its other lines. */
export interface LineRemarks extends Remarks {
  rest: Line[];
}

/** Remarks at the end of a text, and the text before them. */
interface LastRemarks extends Remarks {
  rest: string;
}

/** Lines of an answer, and the sentences before it on its first line. */
interface AnswerLines extends LineRange {
  before?: string;
}

/** Reads the remarks of a reply outside of code and quotations. `rest` excludes the answer. */
export function readRemarks(
  lines: readonly Line[],
  answer: AnswerLines | null = null,
): LineRemarks {
  const remarks: LineRemarks = { confidence: null, reasonForChange: null, rest: [] };
  remarks.rest = lines.flatMap((line, at) => {
    if (!line.isCode && !line.isQuoted && takeRemark(line, remarks)) return [];
    if (answer === null || at < answer.from || at > answer.to) return [line];
    return at === answer.from && answer.before !== undefined ? [readLine(answer.before)] : [];
  });
  return remarks;
}

/** Reads the remarks at the end of an answer section. Earlier lines are part of the answer. */
export function readLastRemarks(section: string): LastRemarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null };
  let rest = section.trimEnd();
  const start = rest.lastIndexOf("\n") + 1;
  const lastLine = readLines(rest.slice(start));
  const isOnlyPart = (): boolean => start === 0 && lastLine.length === 1;
  for (let line = lastLine.at(-1); line !== undefined; line = lastLine.at(-1)) {
    if (isOnlyPart() || !takeRemark(line, remarks))
      return { ...remarks, rest: rest.slice(0, start) + joinLines(lastLine) };
    lastLine.pop();
  }
  rest = rest.slice(0, start).trimEnd();
  for (let from = rest.lastIndexOf("\n") + 1; from > 0; from = rest.lastIndexOf("\n") + 1) {
    if (!takeRemark(readLine(rest.slice(from)), remarks)) break;
    rest = rest.slice(0, from).trimEnd();
  }
  return { ...remarks, rest };
}

function takeRemark({ label }: Line, remarks: Remarks): boolean {
  if (label?.name === "confidence")
    remarks.confidence = closeEmphasis(label.textAfterLabel, label.closing);
  else if (label?.name === "reasonForChange")
    remarks.reasonForChange = unwrapAnswer(closeEmphasis(label.textAfterLabel, label.closing));
  else return false;
  return true;
}

/**
 * A probability: a share, a percentage, or points out of ten or a hundred, optionally followed by a remark.
 */
const PROBABILITY =
  /^[\s*_`"'(:~≈]*(\d{1,3}(?:\.\d+)?|\.\d+)(?!\s*(?:to|in|or)\b)\s*(%|per ?cent\b|\/\s*100?\b|out of 100?\b)?\s*(?:$|[.,;(–—-]\s*(?![\d.])|[a-z])/i;

/** A larger bare figure is a percentage. One from 1 to 10 may be points out of ten or percent. */
const MAX_POINTS = 10;

/**
 * Probability from 0 to 1 by which a debater says that its answer is right. `null` for anything ambiguous.
 */
export function readConfidence(stated: unknown): number | null {
  if (typeof stated === "number") return toShare(stated, stated > MAX_POINTS);
  if (typeof stated !== "string" || stated.length > 400) return null;
  const match = PROBABILITY.exec(stated.replace(/[*_`"')]+$/, ""));
  if (match === null) return null;
  const value = Number(match[1]);
  const scale = match[2]?.toLowerCase() ?? "";
  if (scale.endsWith("10")) return toShare(value / 10, false);
  return toShare(value, scale !== "" || value > MAX_POINTS);
}

function toShare(value: number, percent: boolean): number | null {
  const share = percent ? value / 100 : value;
  return share >= 0 && share <= 1 ? share : null;
}
