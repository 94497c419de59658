/** A reply, split at its marks. */
export interface Sections {
  /** Texts between marks, one per pair, without marks inside their lines. */
  sections: string[];
  /** Text outside of all sections, without stray marks. */
  outside: string;
  /** True if a section is not closed. */
  isOpen: boolean;
}

/** The lines around the answer in a reply. The mark is unique to one call. */
export function sectionLines(mark: string): { open: string; close: string } {
  return { open: `[[answer ${mark}]]`, close: `[[end ${mark}]]` };
}

/** Markdown that may surround a mark in its line, except a quotation. */
const MARKDOWN_AROUND = "[ \\t]*(?:(?:#{1,6}|[-*+•])[ \\t]+)?(?<dress>[*_`]{0,3})";

/** Patterns that match the marks of one call. They ignore case, because models may write the mark in capitals. */
interface MarkPatterns {
  open: RegExp;
  close: RegExp;
  any: RegExp;
  line: RegExp;
}

const patternCache = new Map<string, MarkPatterns>();
const MAX_CACHED_PATTERNS = 50;

function getPatterns(mark: string): MarkPatterns {
  const cached = patternCache.get(mark);
  if (cached !== undefined) return cached;
  if (patternCache.size >= MAX_CACHED_PATTERNS) patternCache.clear();
  const bare = (word: string): string =>
    `\\[\\[[ \\t]*${word}[ \\t]+${mark.replace(/\W/g, "\\$&")}[ \\t]*\\]\\]`;
  // Looking behind from the brackets, and from nowhere else, is faster than trying every line.
  const first = (word: string): string =>
    `(?=\\[\\[)(?<=^(?<around>${MARKDOWN_AROUND}))${bare(word)}\\k<dress>`;
  const patterns = {
    open: new RegExp(first("answer"), "gim"),
    close: new RegExp(`${first("end")}|${bare("end")}`, "gim"),
    any: new RegExp(bare("(?:answer|end)"), "gi"),
    line: new RegExp(
      `^${MARKDOWN_AROUND}${bare("(?:answer|end)")}\\k<dress>[ \\t]*\\r?(?:\\n|$)`,
      "gim",
    ),
  };
  patternCache.set(mark, patterns);
  return patterns;
}

const FENCE = /^[ \t]*`{3,}/gm;
const NEXT_FENCE = /^[ \t\n]*`{3,}[^\n]*/;

/**
 * Finds the sections of a reply. An opening mark must start its line: a mark that is only mentioned in a
 * sentence, or quoted, opens nothing. Without sections, the full text is outside.
 */
export function readSections(text: string, mark: string | undefined): Sections {
  if (mark === undefined || !text.includes(mark))
    return { sections: [], outside: text, isOpen: false };
  const { open, close } = getPatterns(mark);
  const sections: string[] = [];
  let outside = "";
  let at = 0;
  let isOpen = false;
  for (let from = 0; ;) {
    const opening = findMark(open, text, from);
    const closing = opening === null ? null : findMark(close, text, opening.to);
    if (opening === null || closing === null) {
      // An opening mark at the end, after a section, opens none.
      isOpen = opening !== null && (sections.length === 0 || text.slice(opening.to).trim() !== "");
      break;
    }
    // An inner opening mark starts over: only the text after the last one counts.
    const inside = text.slice(opening.to, closing.from);
    sections.push(removeMarks(inside.slice(findLastEnd(inside, open)), mark));
    const before = text.slice(at, opening.from);
    const inFence = (before.match(FENCE)?.length ?? 0) % 2 === 1;
    // A fence around the whole section belongs to the marks.
    outside += `${inFence ? before.slice(0, before.lastIndexOf("```")).trimEnd() : before}\n`;
    at = from = closing.to;
    if (inFence) at += NEXT_FENCE.exec(text.slice(at))?.[0].length ?? 0;
  }
  return { sections, outside: withoutMarks(outside + text.slice(at), mark), isOpen };
}

interface FoundMark {
  from: number;
  to: number;
}

/** Finds the next mark of this call, with the markdown before it. */
function findMark(pattern: RegExp, text: string, from: number): FoundMark | null {
  pattern.lastIndex = from;
  const hit = pattern.exec(text);
  if (hit === null) return null;
  const start = hit.index - (hit.groups?.["around"]?.length ?? 0);
  return { from: start, to: pattern.lastIndex };
}

/** End of the last opening mark. 0 if there is none. */
function findLastEnd(text: string, open: RegExp): number {
  let end = 0;
  for (let opening = findMark(open, text, 0); opening !== null; opening = findMark(open, text, end))
    end = opening.to;
  return end;
}

/** Removes the marks, as people and other debaters see the text, and lines that consist of a mark. */
export function withoutMarks(text: string, mark: string): string {
  const unmarked = removeMarks(text, mark);
  return unmarked === text ? text : unmarked.trim();
}

/**
 * Removes the marks and keeps the whitespace around the text. No mark extends beyond its line, so lines can
 * be processed one by one.
 */
export function removeMarks(text: string, mark: string): string {
  if (!text.includes("[[")) return text;
  const { any, line } = getPatterns(mark);
  // Removing a mark may create another one from the text around it. Those are replaced, not removed, so that
  // none remains.
  return text.replace(line, "").replace(any, "").replace(any, "…");
}

/** Possible beginning of a line that consists of a mark. */
const MAYBE_MARK_LINE = /^[ \t]*(?:(?:#{1,6}|[-*+•])(?:[ \t]+|$))?[*_`]{0,3}$/;

/** Characters that patterns treat as the end of a line. */
export const LINE_ENDS: readonly string[] = ["\n", "\r", "\u2028", "\u2029"];

/** Length of the part of an unfinished line that no later text can change. */
export function countFinalChars(line: string): number {
  const bracket = line.search(/\[(?:\[|$)/);
  const end = bracket < 0 ? line.length : bracket;
  const start = Math.max(...LINE_ENDS.map((sign) => line.slice(0, end).lastIndexOf(sign))) + 1;
  return MAYBE_MARK_LINE.test(line.slice(start, end)) ? start : end;
}
