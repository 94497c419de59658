import { fieldOfLabel } from "./fields.ts";
import type { Field } from "./fields.ts";

/** One labelled part of a reply: "Answer: …" up to the next label. */
export interface Section {
  field: Field;
  /** Where the line with the label begins. */
  start: number;
  /** Where the words after the label begin. */
  from: number;
  /** End of the section. */
  to: number;
}

const longestLabel = 36;

const isDecoration = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 42 ||
  code === 95 ||
  code === 35 ||
  code === 62 ||
  code === 45 ||
  code === 96 ||
  code === 0x2022;

/** "3." and "3)" before a label are numbers of a list. */
function afterOrdinal(text: string, at: number): number {
  let i = at;
  while (i < at + 2 && text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++;
  if (i === at || (text[i] !== "." && text[i] !== ")")) return at;
  do i++;
  while (isDecoration(text.charCodeAt(i)));
  return i;
}

const isLabelCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  code === 32 ||
  code === 42 ||
  code === 95 ||
  code === 45 ||
  code === 39 ||
  code > 127;

/** The label at the head of the line `start`–`end`, if it is one we know. */
function sectionAt(text: string, start: number, end: number): Section | null {
  let i = start;
  while (i < end && isDecoration(text.charCodeAt(i))) i++;
  const decorated = i > start;
  i = afterOrdinal(text, i);
  const label = i;
  const limit = Math.min(end, label + longestLabel);
  while (i < limit) {
    const code = text.charCodeAt(i);
    if (code === 58 || code === 0xff1a || code === 61) break;
    if (!isLabelCharacter(code)) return null;
    i++;
  }
  if (i === label) return null;
  const hasColon = i < limit;
  // "## Final answer" and "**Answer**" on a line of their own speak of the next line.
  if (!hasColon && !(decorated && i === end)) return null;
  const field = fieldOfLabel(text.slice(label, i));
  if (field === undefined) return null;
  return { field, start, from: hasColon ? i + 1 : end, to: text.length };
}

/** Every labelled part, in order. */
export function labelledSections(text: string): Section[] {
  const sections: Section[] = [];
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const section = sectionAt(text, start, end);
    if (section !== null) {
      const last = sections[sections.length - 1];
      if (last !== undefined) last.to = start;
      sections.push(section);
    }
    start = end + 1;
  }
  return sections;
}

const openers: readonly (readonly [string, string])[] = [
  ["\\[", "\\]"],
  ["$$", "$$"],
  ["\\begin{", "\\end{"],
];

/** Whether an opener may be in a line. Most lines are short and have no formula. */
function mayOpen(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 92 || code === 36) return true;
  }
  return false;
}

/** End of the line that begins at `start`; a display formula is taken whole. */
function lineEnd(text: string, start: number, to: number): number {
  const within = (end: number): number => (end < 0 || end > to ? to : end);
  let end = within(text.indexOf("\n", start));
  const line = text.slice(start, end);
  if (!mayOpen(line)) return end;
  for (const [open, close] of openers) {
    const opened = line.indexOf(open);
    if (opened < 0) continue;
    const closed = text.indexOf(close, start + opened + open.length);
    if (closed > end && closed < to) end = within(text.indexOf("\n", closed));
  }
  return end;
}

const fenceName = /^(?:json|text|latex|math|plaintext)\s*$/;

const mostFences = 3;

/** White space and the marks of headings, emphasis, quotes and code. */
function isMarkup(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isLetterOrDigit(code)) return false;
  return code === 32 || /[\s*_#>`]/.test(text.charAt(at));
}

const isLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** Where the first line with content begins. */
export function firstLine(text: string, { from, to }: Section): { line: string; end: number } {
  let start = from;
  for (let fences = 0; ; fences++) {
    while (start < to && isMarkup(text, start)) start++;
    const end = lineEnd(text, start, to);
    const line = text.slice(start, end);
    // The language name of a code fence is not an answer.
    if (end >= to || fences >= mostFences || line.length > 10 || !fenceName.test(line))
      return { line: line.trim(), end: start + line.trimEnd().length };
    start = end;
  }
}
