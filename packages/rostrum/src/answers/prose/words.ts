import { lexemeOf } from "./lexicon.ts";
import type { Lexeme, Lexicon } from "./lexicon.ts";

/** One word of a text, and where it stands. */
export interface Word {
  lexeme: Lexeme;
  start: number;
  end: number;
  /** Punctuation stands between this word and the one before. */
  parted: boolean;
}

/** Abbreviations ("U.S.") and names of programs ("worker_1") stay whole, hyphens part words. Made when first needed, as it takes 2 ms. */
let token: RegExp | undefined;
const tokenPattern = (): RegExp =>
  (token ??=
    /\p{Lu}\.(?:\s?\p{Lu}\.)+|\d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?(?![\p{L}\p{N}]|[.,]\d)|\d+(?:[.,]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}])[\p{L}\p{M}\p{N}]*(?:_[\p{L}\p{M}\p{N}]+)*(?:['’]\p{L}+)*(?:\+\+|#)?/gu);

/** Scripts that are written without spaces. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]/u;

let segmenter: Intl.Segmenter | undefined;

/** The words of a run that is written without spaces. */
function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

/** The same for plain ASCII, several times as fast. */
const asciiToken =
  /[A-Z]\.(?: ?[A-Z]\.)+|\d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?(?![A-Za-z0-9]|[.,]\d)|\d+(?:[.,]\d+)*|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*(?:'[A-Za-z]+)*(?:\+\+|#)?/g;

// oxlint-disable-next-line no-control-regex -- the range is ASCII itself
const ascii = /^[\x00-\x7f]*$/;

/** A note's number stuck to the word before it: "Forbes1." */
const footnote = /^[^\d_]{3,}(?=\d{1,2}$)/;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** A space, a hyphen or a quotation mark between two words doesn't part them. */
function parts(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code !== 32 && code !== 45 && code !== 34 && code !== 39 && code !== 8220 && code !== 8221)
      return true;
  }
  return false;
}

/** The words of a text in order. */
export function wordsIn(text: string, lexicon: Lexicon, asked: ReadonlySet<string>): Word[] {
  const pattern = ascii.test(text) ? asciiToken : tokenPattern();
  const words: Word[] = [];
  let end = 0;
  let initial = false;
  pattern.lastIndex = 0;
  for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
    let raw = hit[0];
    const start = hit.index;
    const next = start + raw.length;
    if (raw.charCodeAt(0) > 0x0e00 && unspaced.test(raw)) {
      let from = start;
      for (const part of segments(raw)) {
        const to = from + part.length;
        const first = from === start;
        const lexeme = lexemeOf(part, lexicon, asked);
        words.push({ lexeme, start: from, end: to, parted: first && parts(text, end, start) });
        from = to;
      }
      end = next;
      continue;
    }
    if (isDigit(raw.charCodeAt(raw.length - 1)) && !isDigit(raw.charCodeAt(0))) {
      const after = text.charCodeAt(next);
      if (after === 46 || after === 44 || next === text.length)
        raw = footnote.exec(raw)?.[0] ?? raw;
    }
    const parted = !(initial && text.charCodeAt(end) === 46) && parts(text, end, start);
    words.push({ lexeme: lexemeOf(raw, lexicon, asked), start, end: next, parted });
    end = next;
    initial = raw.length === 1;
  }
  return words;
}
