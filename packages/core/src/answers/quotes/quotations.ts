/** A passage in quotation marks. */
export interface Quotation {
  /** Without the marks. */
  text: string;
  /** Where it stands, marks included. */
  from: number;
  to: number;
}

/** What may close a quotation that each mark opens. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‘": "’",
  "'": "'",
  "‹": "›",
  "「": "」",
  "『": "』",
};

/** These also occur inside words, and mean inches. */
const AMBIGUOUS = new Set(['"', "'", "’", "‘", "»", "«"]);

/**
 * The passages of a text that stand in quotation marks, in order. Marks within a quotation belong to it,
 * and a quotation doesn't reach beyond its paragraph. Linear in the text.
 */
export function findQuotations(text: string): Quotation[] {
  const found: Quotation[] = [];
  const ends = new Map<string, number>();
  const paragraphEnd = nextAfter((from) => text.indexOf("\n\n", from));
  let at = 0;
  while (at < text.length) {
    const open = text[at] ?? "";
    const close = CLOSING[open];
    if (close === undefined || !mayOpen(text, at)) {
      at += 1;
      continue;
    }
    const end = closingAfter(close, at + 1);
    if (end < 0 || end > paragraphEnd(at)) {
      at += 1;
      continue;
    }
    found.push({ text: text.slice(at + 1, end), from: at, to: end + 1 });
    at = end + 1;
  }
  return found;

  /** Remembered per kind of mark, so that a text of opening marks is not searched again for each. */
  function closingAfter(close: string, from: number): number {
    const known = ends.get(close);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    let end = from;
    while (end < text.length && !(close.includes(text[end] ?? "") && mayClose(text, end))) end++;
    const place = end < text.length ? end : -1;
    ends.set(close, place);
    return place;
  }
}

function nextAfter(find: (from: number) => number): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) {
      const next = find(from);
      known = next < 0 ? Infinity : next;
    }
    return known;
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
