export interface Quotation {
  /** Text without the marks. */
  text: string;
  /** Range, including the marks. */
  from: number;
  to: number;
}

/** An opening mark and its closing marks. */
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“”"],
  ["«", "»"],
  ["»", "«"],
  ["‘", "’"],
  ["'", "'"],
  ["‹", "›"],
  ["「", "」"],
  ["『", "』"],
];

/** Codes of the closing marks by that of the opening mark: a reply may consist of a million marks. */
const CLOSING = new Map(
  MARKS.map(([open, close]) => [
    open.charCodeAt(0),
    Array.from(close, (mark) => mark.charCodeAt(0)),
  ]),
);

/** Marks that also occur inside words, or mean inches. */
const AMBIGUOUS = new Set(['"', "'", "’", "‘", "»", "«"]);

/**
 * Passages in quotation marks, in order. Marks inside a quotation belong to it, and a quotation doesn't
 * extend beyond its paragraph. Returns at most the first `max`. Linear time.
 */
export function findQuotations(text: string, max: number = Infinity): Quotation[] {
  const quotations: Quotation[] = [];
  const ends = new Map<readonly number[], number>();
  const paragraphEnd = cacheNext((from) => text.indexOf("\n\n", from));
  for (let at = 0; at < text.length && quotations.length < max; at++) {
    const close = CLOSING.get(text.charCodeAt(at));
    if (close === undefined) continue;
    const end = closingAfter(close, at + 1);
    if (end < 0 || end > paragraphEnd(at) || !mayOpen(text, at)) continue;
    quotations.push({ text: text.slice(at + 1, end), from: at, to: end + 1 });
    at = end;
  }
  return quotations;

  /** Caches the end by kind of mark, so that a text full of opening marks isn't searched again for each. */
  function closingAfter(close: readonly number[], from: number): number {
    const cachedEnd = ends.get(close);
    if (cachedEnd !== undefined && (cachedEnd < 0 || cachedEnd >= from)) return cachedEnd;
    let end = from;
    while (end < text.length && !(close.includes(text.charCodeAt(end)) && mayClose(text, end)))
      end++;
    const place = end < text.length ? end : -1;
    ends.set(close, place);
    return place;
  }
}

function cacheNext(find: (from: number) => number): (from: number) => number {
  let cached = -1;
  return (from) => {
    if (cached < from) {
      const next = find(from);
      cached = next < 0 ? Infinity : next;
    }
    return cached;
  };
}

function mayOpen(text: string, at: number): boolean {
  const [before = " ", mark = "", after = " "] = [text[at - 1], text[at], text[at + 1]];
  if (/\s/.test(after)) return false;
  return !AMBIGUOUS.has(mark) || !isWordCharacter(before);
}

function mayClose(text: string, at: number): boolean {
  const [before = " ", mark = "", after = " "] = [text[at - 1], text[at], text[at + 1]];
  if (/\s/.test(before)) return false;
  return !AMBIGUOUS.has(mark) || !isWordCharacter(after);
}

function isWordCharacter(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}
