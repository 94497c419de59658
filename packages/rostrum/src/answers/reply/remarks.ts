import { closeEmphasis } from "./label.ts";
import { findCode, readLine, readLines, type Line } from "./lines.ts";
import { unwrapAnswer } from "./unwrap.ts";

/** What a reply says in addition to its answer. */
export interface Remarks {
  /** Behind its last confidence label. */
  confidence: string | null;
  /** Behind its last "Reason for change". */
  reasonForChange: string | null;
  /** The lines without these. */
  rest: Line[];
}

/** Reads the remarks of a reply: those outside of code and quotations. */
export function readRemarks(lines: readonly Line[]): Remarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null, rest: [] };
  const code = findCode(lines);
  remarks.rest = lines.filter(
    (line, at) => code[at] || line.isQuoted || !takeRemark(line, remarks),
  );
  return remarks;
}

/** Reads the remarks that an answer section ends with. Inside an answer nothing is a remark. */
export function readLastRemarks(section: string): Remarks {
  const remarks: Remarks = { confidence: null, reasonForChange: null, rest: [] };
  const text = section.trimEnd();
  const last = text.lastIndexOf("\n");
  const lines = last < 0 ? [] : text.slice(0, last).split("\n").map(readLine);
  lines.push(...readLines(text.slice(last + 1)));
  let line = lines.at(-1);
  while (line !== undefined && lines.length > 1 && (line.isBlank || takeRemark(line, remarks))) {
    lines.pop();
    line = lines.at(-1);
  }
  return { ...remarks, rest: lines };
}

function takeRemark({ label }: Line, remarks: Remarks): boolean {
  if (label?.name === "confidence") remarks.confidence = closeEmphasis(label.behind, label.closing);
  else if (label?.name === "reasonForChange")
    remarks.reasonForChange = unwrapAnswer(closeEmphasis(label.behind, label.closing));
  else return false;
  return true;
}
