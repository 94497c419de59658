import { trimEnd } from "../words/trim.ts";
import {
  CONFIDENCE_LABEL,
  closeEmphasis,
  findCode,
  isBlank,
  isQuoted,
  readLabelLine,
  REASON_FOR_CHANGE_LABEL,
} from "./label-lines.ts";
import { unwrapAnswer } from "./unwrap.ts";

/** What a reply says besides its answer. */
export interface Remarks {
  /** Behind its last confidence label. */
  confidence: string | null;
  /** Behind its last "Reason for change". */
  reasonForChange: string | null;
  /** The text without these. */
  rest: string;
}

/** Our own labels, where a reply puts them behind something else in the same line. */
const INSIDE_LINE = /[*_`]{0,3}\b(?:Confidence|Reason for change)[*_`]{0,3}\s{0,3}[:：=]/g;

/** Each remark on a line of its own. Lines of code stay as they are. */
export function separateRemarks(text: string): string {
  if (!/Confidence|Reason for change/.test(text)) return text;
  const lines = text.split("\n");
  const code = findCode(lines);
  return lines.map((line, at) => (code[at] || isQuoted(line) ? line : splitLine(line))).join("\n");
}

function splitLine(line: string): string {
  let text = "";
  let from = 0;
  for (const { index } of line.matchAll(INSIDE_LINE)) {
    const before = line.slice(from, index);
    const kept = trimEnd(before, ",;|([—–").replace(/\s-$/, "");
    // Part of a word, or of a longer label, or the line begins with it.
    if (kept === before || !/[\p{L}\p{N}]/u.test(kept)) continue;
    text += `${kept}\n`;
    from = index;
  }
  return text + line.slice(from);
}

/** Reads the remarks of a text: those on lines of their own, outside of code and quotations. */
export function readRemarks(text: string): Remarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null, rest: text };
  if (!/confidence|reason/i.test(text)) return remarks;
  const lines = text.split("\n");
  const code = findCode(lines);
  const others = lines.filter(
    (line, at) => code[at] === true || isQuoted(line) || !takeRemark(line, remarks),
  );
  return { ...remarks, rest: others.join("\n") };
}

/** Reads the remarks that an answer section ends with. Inside an answer nothing is a remark. */
export function readLastRemarks(text: string): Remarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null, rest: text };
  if (!/confidence|reason/i.test(text)) return remarks;
  const end = text.trimEnd().lastIndexOf("\n");
  const lines = [
    ...(end < 0 ? [] : text.slice(0, end).split("\n")),
    ...separateRemarks(text.slice(end + 1).trimEnd()).split("\n"),
  ];
  let last = lines.length;
  while (last > 1 && (isBlank(lines[last - 1] ?? "") || takeRemark(lines[last - 1] ?? "", remarks)))
    last--;
  return { ...remarks, rest: lines.slice(0, last).join("\n") };
}

function takeRemark(line: string, remarks: Remarks): boolean {
  if (!/confidence|reason/i.test(line)) return false;
  const confidence = readLabelLine(line, CONFIDENCE_LABEL);
  if (confidence !== null)
    remarks.confidence = closeEmphasis(confidence.behind, confidence.closing);
  const change = confidence === null ? readLabelLine(line, REASON_FOR_CHANGE_LABEL) : null;
  if (change !== null)
    remarks.reasonForChange = unwrapAnswer(closeEmphasis(change.behind, change.closing));
  return confidence !== null || change !== null;
}
