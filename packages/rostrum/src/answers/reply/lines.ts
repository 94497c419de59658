import { trimEnd } from "../words/trim.ts";
import { readLabel, type Label } from "./label.ts";

/** A line of a reply, and what it is. */
export interface Line {
  text: string;
  /** The label that it opens with. */
  label: Label | null;
  isBlank: boolean;
  isQuoted: boolean;
  /** The backticks or tildes of a fence, where the line opens or closes one. */
  fence: string | null;
}

/** Splits a reply into lines. Each remark gets a line of its own. */
export function readLines(text: string): Line[] {
  const lines = text.split("\n").map(readLine);
  const parts = lines.map((line) => splitRemarks(line.text));
  if (parts.every(({ length }) => length === 1)) return lines;
  const code = findCode(lines);
  return lines.flatMap((line, at) =>
    code[at] || line.isQuoted ? [line] : (parts[at] ?? []).map(readLine),
  );
}

export function readLine(text: string): Line {
  const visible = text.trimStart();
  return {
    text,
    label: readLabel(text),
    isBlank: visible === "",
    isQuoted: visible.startsWith(">"),
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
  if (!line.includes("Confidence") && !line.includes("Reason for change")) return [line];
  const parts: string[] = [];
  let from = 0;
  REMARK.lastIndex = 0;
  for (let hit = REMARK.exec(line); hit !== null; hit = REMARK.exec(line)) {
    const before = line.slice(from, hit.index);
    const kept = trimEnd(before, ",;|([—–").replace(/\s-$/, "");
    // Part of a word, or of a longer label, or the line begins with it.
    if (kept === before || !/[\p{L}\p{N}]/u.test(kept)) continue;
    parts.push(kept);
    from = hit.index;
  }
  return [...parts, line.slice(from)];
}

/** Which lines are code: those of fences without an answer label in them. */
export function findCode(lines: readonly Line[]): boolean[] {
  const code = lines.map(() => false);
  for (let at = 0; at < lines.length; at++) {
    const fence = lines[at]?.fence ?? null;
    if (fence === null) continue;
    const end = findFenceEnd(lines, at, fence);
    const isLabelled = lines.slice(at, end + 1).some(({ label }) => label?.name === "answer");
    if (!isLabelled) code.fill(true, at, end + 1);
    at = end;
  }
  return code;
}

/** The line that closes the fence opened at a line. One that is never closed ends with the text. */
export function findFenceEnd(lines: readonly Line[], at: number, fence: string): number {
  for (let end = at + 1; end < lines.length; end++)
    if (lines[end]?.fence?.startsWith(fence)) return end;
  return lines.length - 1;
}
