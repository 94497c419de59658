import { tokensOf, type Token } from "./tokens.ts";

/** A text made ready to be searched for many quotes. */
export interface TextIndex {
  /** Where the words stand, in UTF-16 units of the text; `null` where they don't. */
  find(quote: string): [from: number, to: number] | null;
}

/** Takes the text apart once; each search is linear in the text's words, whatever the quote is. */
export function indexText(text: string): TextIndex {
  const tokens = tokensOf(text);
  const numbers = new Map<string, number>();
  const ids = Int32Array.from(tokens, (token) => {
    const id = numbers.get(token.text) ?? numbers.size;
    numbers.set(token.text, id);
    return id;
  });
  return {
    find(quote) {
      const raw = quote.trim();
      const sought = wordsWithin(tokensOf(withoutInsertedCase(raw)));
      if (!sought.some(({ isWord }) => isWord)) return null;
      const wanted = new Int32Array(sought.length);
      for (const [place, token] of sought.entries()) {
        const id = numbers.get(token.text);
        if (id === undefined) return null;
        wanted[place] = id;
      }
      const place = bestPlace(ids, wanted, (start) => isVerbatim(start, sought, raw));
      return place < 0 ? null : rangeAt(place, sought, raw);
    },
  };

  function isVerbatim(start: number, sought: readonly Token[], raw: string): boolean {
    const [from, to] = rangeAt(start, sought, raw);
    return to - from === raw.length && text.slice(from, to) === raw;
  }

  /** From the first to the last word, and on to those marks around them that the quote has too. */
  function rangeAt(start: number, sought: readonly Token[], raw: string): [number, number] {
    let from = tokens[start]?.from ?? 0;
    let to = tokens[start + sought.length - 1]?.to ?? 0;
    let before = (sought[0]?.from ?? 0) - 1;
    let after = sought.at(-1)?.to ?? 0;
    while (before >= 0 && from > 0 && text[from - 1] === raw[before])
      [from, before] = [from - 1, before - 1];
    while (after < raw.length && to < text.length && text[to] === raw[after])
      [to, after] = [to + 1, after + 1];
    return [from, to];
  }
}

/** "[T]he tenant" is how "the tenant" is quoted at the start of a sentence. */
function withoutInsertedCase(quote: string): string {
  // As long as before, so that places in it still hold.
  return quote.replace(/\[(\p{L})\](?=\p{L})/gu, "\u00ad$1\u00ad");
}

const OPENING = new Set(["(", "[", "{", ".", "…"]);
const CLOSING = new Set([")", "]", "}", ".", "!", "?", "…"]);

/** A quote may begin and end with punctuation of the sentence around it. */
function wordsWithin(tokens: readonly Token[]): Token[] {
  let [from, to] = [0, tokens.length];
  while (from < to && OPENING.has(tokens[from]?.text ?? "")) from++;
  while (to > from && CLOSING.has(tokens[to - 1]?.text ?? "")) to--;
  return tokens.slice(from, to);
}

/** If places differ only in case and spacing, the verbatim one is meant. This is how many are searched. */
const MOST_PLACES = 64;

/** The first place where the numbers occur in this order (Knuth, Morris and Pratt); -1 if there is none. */
function bestPlace(
  text: Int32Array,
  wanted: Int32Array,
  isVerbatim: (start: number) => boolean,
): number {
  const back = fallbacks(wanted);
  let matched = 0;
  let first = -1;
  let places = 0;
  for (let at = 0; at < text.length; at++) {
    while (matched > 0 && text[at] !== wanted[matched]) matched = back[matched - 1] ?? 0;
    if (text[at] === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    const start = at - wanted.length + 1;
    if (isVerbatim(start)) return start;
    if (first < 0) first = start;
    if (++places === MOST_PLACES) break;
    matched = back[matched - 1] ?? 0;
  }
  return first;
}

function fallbacks(wanted: Int32Array): Int32Array {
  const back = new Int32Array(wanted.length);
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = back[matched - 1] ?? 0;
    if (wanted[at] === wanted[matched]) matched++;
    back[at] = matched;
  }
  return back;
}
