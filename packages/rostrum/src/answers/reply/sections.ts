/** The two lines between which a reply puts its answer. The mark is made for one call alone. */
export function sectionLines(mark: string): { open: string; close: string } {
  return { open: `[[answer ${mark}]]`, close: `[[end ${mark}]]` };
}

/** A reply, taken apart at its marks. */
export interface Sections {
  /** What stands between the marks, once per pair of them. */
  sections: string[];
  /** What stands outside of all sections, without stray marks. */
  outside: string;
}

/** Markdown that may stand around a mark in its line. A quotation is not among it. */
const DRESS = "[ \\t]*(?:(?:#{1,6}|[-*+•])[ \\t]+)?([*_`]{0,3})";

const FENCE = /^[ \t]*`{3,}/gm;
const NEXT_FENCE = /^[ \t\n]*`{3,}[^\n]*/;

const escapePattern = (text: string): string => text.replace(/[^\w]/g, "\\$&");
const markPattern = (word: string, mark: string): string =>
  `\\[\\[[ \\t]*${word}[ \\t]+${escapePattern(mark)}[ \\t]*\\]\\]`;

/**
 * Finds the sections of a reply. The mark that opens one begins its line: a mark that is only mentioned in a
 * sentence, or quoted, opens nothing. Without sections, the whole text is outside.
 */
export function readSections(text: string, mark: string | undefined): Sections {
  if (mark === undefined || !text.includes(mark)) return { sections: [], outside: text };
  const open = new RegExp(`^${DRESS}${markPattern("answer", mark)}\\1`, "gim");
  const close = new RegExp(`(?:^${DRESS})?${markPattern("end", mark)}\\1`, "gim");
  const sections: string[] = [];
  let outside = "";
  let at = 0;
  for (let opened = open.exec(text); opened !== null; opened = open.exec(text)) {
    close.lastIndex = open.lastIndex;
    const closed = close.exec(text);
    if (closed === null) break;
    // An inner opening mark starts over: only the text after the last one is closed.
    const inside = text.slice(open.lastIndex, closed.index);
    sections.push(inside.slice(lastEnd(inside, open.source)));
    const before = text.slice(at, opened.index);
    const inFence = (before.match(FENCE)?.length ?? 0) % 2 === 1;
    // A fence around the whole section belongs to the marks.
    outside += `${inFence ? before.slice(0, before.lastIndexOf("```")).trimEnd() : before}\n`;
    at = open.lastIndex = close.lastIndex;
    if (inFence) at += NEXT_FENCE.exec(text.slice(at))?.[0].length ?? 0;
  }
  return { sections, outside: withoutMarks(outside + text.slice(at), mark) };
}

/** Where the last match of a pattern ends; 0 without one. */
function lastEnd(text: string, pattern: string): number {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, "gim"))) {
    end = index + found.length;
  }
  return end;
}

/** The text without its marks, as people and other debaters see it. A line that holds nothing else goes with them. */
export function withoutMarks(text: string, mark: string): string {
  if (!text.includes(mark)) return text;
  const any = markPattern("(?:answer|end)", mark);
  return (
    text
      .replace(new RegExp(`^${DRESS}${any}\\1[ \\t]*\\r?(?:\\n|$)`, "gim"), "")
      .replace(new RegExp(any, "gi"), "")
      // A mark around another one is left when that is gone. Taking it out could leave one again, so something stays.
      .replace(new RegExp(any, "gi"), "…")
      .trim()
  );
}
