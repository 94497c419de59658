/** A stretch of a text, `end` excluded. */
export interface Span {
  start: number;
  end: number;
}

const abbreviation =
  /(?:^|[\s("“.])(?:mr|mrs|ms|dr|prof|st|sr|jr|gen|col|capt|lt|sgt|rev|hon|gov|sen|rep|no|vol|fig|eq|vs|etc|approx|ca|e\.g|i\.e|inc|ltd|co|corp|dept|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec|\p{L})$|(?:^|\n)\s{0,3}\d{1,2}$/iu;

const opens = /[\p{Lu}\p{N}"“”'‘([*_#\-•]/u;
const item = /^\s*(?:[-*•]|\d{1,2}[.)])\s/;
const longestItem = 300;
const closers = `"')]*_”’⁰¹²³⁴⁵⁶⁷⁸⁹`;
const ends = /[\n.!?。！？]/g;

/** Whether the line continues on the next one: after a colon, and from item to item of a list. */
function goesOn(text: string, lineEnd: number): boolean {
  if (/:[\s*]*$/.test(text.slice(Math.max(0, lineEnd - 6), lineEnd))) return true;
  if (!item.test(text.slice(lineEnd, lineEnd + 12))) return false;
  const from = text.lastIndexOf("\n", lineEnd - 1) + 1;
  return lineEnd - from < longestItem && item.test(text.slice(from, from + 8));
}

/** Where the sentence ends that the sign at `at` may close; -1 where it closes none. */
function endAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 10) return goesOn(text, at) ? -1 : at;
  if (code > 128) return at + 1;
  let after = at + 1;
  while (after < text.length && closers.includes(text.charAt(after))) after++;
  if (after === text.length || text.charCodeAt(after) === 10) return after;
  if (text.charCodeAt(after) !== 32) return -1;
  let next = after;
  while (text.charCodeAt(next) === 32) next++;
  if (next < text.length && text.charCodeAt(next) !== 10) {
    if (!opens.test(text.charAt(next))) return -1;
    if (code === 46 && abbreviation.test(text.slice(Math.max(0, at - 8), at))) return -1;
  }
  return after;
}

/** Splits prose into sentences; lines end them, full stops of initials, titles and abbreviations don't. */
export function sentencesIn(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  ends.lastIndex = 0;
  for (let hit = ends.exec(text); hit !== null; hit = ends.exec(text)) {
    const end = endAt(text, hit.index);
    if (end < 0) continue;
    if (end > start) spans.push({ start, end });
    start = end;
    ends.lastIndex = Math.max(end, hit.index + 1);
  }
  if (start < text.length) spans.push({ start, end: text.length });
  return spans;
}
