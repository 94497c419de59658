/** A reply, taken apart at its marks. */
export interface Sections {
  /** What stands between the marks, once per pair of them. */
  sections: string[];
  /** What stands outside of all sections, without stray marks. */
  outside: string;
  /** Whether a section begins that never ends. */
  isOpen: boolean;
}

/** Markdown that may stand around a mark in its line. A quotation is not among it. */
const DRESS = "[ \\t]*(?:(?:#{1,6}|[-*+•])[ \\t]+)?(?<dress>[*_`]{0,3})";

/** Marks of any call: whether one is of this call is checked where it is found. */
const markPattern = (word: string): string =>
  `\\[\\[[ \\t]*${word}[ \\t]+(?<mark>[^\\s\\]]+)[ \\t]*\\]\\]`;

const OPEN = new RegExp(`^${DRESS}${markPattern("answer")}\\k<dress>`, "gim");
const CLOSE = new RegExp(`(?:^${DRESS})?${markPattern("end")}\\k<dress>`, "gim");
const ANY = new RegExp(markPattern("(?:answer|end)"), "gi");
const LINE = new RegExp(
  `^${DRESS}${markPattern("(?:answer|end)")}\\k<dress>[ \\t]*\\r?(?:\\n|$)`,
  "gim",
);

const FENCE = /^[ \t]*`{3,}/gm;
const NEXT_FENCE = /^[ \t\n]*`{3,}[^\n]*/;

/**
 * Finds the sections of a reply. The mark that opens one begins its line: a mark that is only mentioned in a
 * sentence, or quoted, opens nothing. Without sections, the whole text is outside.
 */
export function readSections(text: string, mark: string | undefined): Sections {
  if (mark === undefined || !text.includes(mark))
    return { sections: [], outside: text, isOpen: false };
  const sections: string[] = [];
  let outside = "";
  let at = 0;
  let isOpen = false;
  for (let from = 0; ;) {
    const opened = findMark(OPEN, text, mark, from);
    const closed = opened === null ? null : findMark(CLOSE, text, mark, opened.to);
    if (opened === null || closed === null) {
      // A mark with nothing behind it, after a section, opens none.
      isOpen = opened !== null && (sections.length === 0 || text.slice(opened.to).trim() !== "");
      break;
    }
    // An inner opening mark starts over: only the text after the last one is closed.
    const inside = text.slice(opened.to, closed.from);
    sections.push(inside.slice(findLastEnd(inside, mark)));
    const before = text.slice(at, opened.from);
    const inFence = (before.match(FENCE)?.length ?? 0) % 2 === 1;
    // A fence around the whole section belongs to the marks.
    outside += `${inFence ? before.slice(0, before.lastIndexOf("```")).trimEnd() : before}\n`;
    at = from = closed.to;
    if (inFence) at += NEXT_FENCE.exec(text.slice(at))?.[0].length ?? 0;
  }
  return { sections, outside: withoutMarks(outside + text.slice(at), mark), isOpen };
}

interface FoundMark {
  from: number;
  to: number;
}

/** The next mark of this call. */
function findMark(pattern: RegExp, text: string, mark: string, from: number): FoundMark | null {
  pattern.lastIndex = from;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    if (isMark(hit.groups, mark)) return { from: hit.index, to: pattern.lastIndex };
  }
  return null;
}

/** Models may write the mark in capitals. */
const isMark = (found: { mark?: string } | undefined, mark: string): boolean =>
  found?.mark?.toLowerCase() === mark.toLowerCase();

/** Where the last opening mark ends; 0 without one. */
function findLastEnd(text: string, mark: string): number {
  let end = 0;
  for (
    let found = findMark(OPEN, text, mark, 0);
    found !== null;
    found = findMark(OPEN, text, mark, end)
  )
    end = found.to;
  return end;
}

/** The text without its marks, as people and other debaters see it. A line that holds nothing else goes with them. */
export function withoutMarks(text: string, mark: string): string {
  const unmarked = removeMarks(text, mark);
  return unmarked === text ? text : unmarked.trim();
}

/** The same with the space around it. No mark reaches beyond its line, so lines can be treated one by one. */
export function removeMarks(text: string, mark: string): string {
  const replaceMarks = (within: string, pattern: RegExp, by: string): string =>
    within.includes("[[")
      ? within.replace(pattern, (found, ...groups) => (isMark(groups.at(-1), mark) ? by : found))
      : within;
  const unmarked = replaceMarks(replaceMarks(text, LINE, ""), ANY, "");
  // A mark around another one is left when that is gone. Taking it out could leave one again, so something stays.
  return replaceMarks(unmarked, ANY, "…");
}

/** What may become the beginning of a line that holds only a mark. */
const DRESS_ONLY = /^[ \t]*(?:(?:#{1,6}|[-*+•])(?:[ \t]+|$))?[*_`]{0,3}$/;

/** What patterns take for the end of a line. */
export const LINE_ENDS: readonly string[] = ["\n", "\r", "\u2028", "\u2029"];

/** How much of an unfinished line stays as it is, whatever follows. */
export function countCertain(line: string): number {
  const bracket = line.search(/\[(?:\[|$)/);
  const end = bracket < 0 ? line.length : bracket;
  const start = Math.max(...LINE_ENDS.map((sign) => line.slice(0, end).lastIndexOf(sign))) + 1;
  return DRESS_ONLY.test(line.slice(start, end)) ? start : end;
}
