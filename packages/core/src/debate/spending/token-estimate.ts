/**
 * Estimates the tokens of a text without a provider's tokenizer. The rates are the upper ends of what byte-pair
 * tokenizers with 100,000 to 200,000 entries make of prose, code, JSON, tables, base64 and other languages. It is an
 * estimate on the high side, not a bound: a text made to fool it can exceed it.
 */

/** Letters per token: in a word, in a run of capitals, at the end of a very long word. */
const LETTERS = 4.8;
const CAPITALS = 2.2;
const LETTERS_OF_COMPOUNDS = 2;
const LONG_WORD = 12;

/** Letters per token in a run too long to be a word. */
const LETTERS_OF_NOISE = 1.6;
const MAX_WORD_LENGTH = 40;

/** Characters per token in base64 and similar text: long runs that mix kinds of characters. */
const MIXED = 1.2;
const MIN_MIXED_LENGTH = 12;
const SURELY_MIXED = 20;

/** Tokens for one character beyond ASCII, by the first code unit of each block. */
const BLOCKS: readonly (readonly [from: number, tokens: number])[] = [
  [0xff00, 1.7], // full width
  [0xd800, 2], // half of an emoji or of a rare character, which has four bytes
  [0x2e80, 1.7], // Chinese, Japanese, Korean
  [0x2070, 2.2], // mathematics, arrows, boxes, symbols
  [0x2000, 1.5], // dashes, quotation marks, joiners
  [0x1e00, 1.2], // more accented Latin
  [0x0700, 2.3], // scripts of South and Southeast Asia, Georgian, Amharic
  [0x0530, 1.5], // Armenian, Hebrew, Arabic
  [0x0370, 1.1], // Greek, Cyrillic
  [0x0080, 1.6], // accented Latin
];

/** Estimated tokens of a text, on the high side. `weigh` counts a character that is not a letter, digit or blank. */
export function estimateTokens(
  text: string,
  weigh: (code: number) => number = weighCharacter,
): number {
  let tokens = 0;
  for (let at = 0; at < text.length;) {
    const from = at;
    const kind = kindAt(text, from);
    at += 1;
    if (kind === Kind.other) {
      tokens += weigh(text.charCodeAt(from));
    } else if (kind === Kind.space) {
      while (kindAt(text, at) === Kind.space) at += 1;
      tokens += ofBlanks(text, from, at);
    } else {
      while (kindAt(text, at) > Kind.space) at += 1;
      tokens += ofLettersAndDigits(text, from, at);
    }
  }
  return Math.ceil(tokens);
}

/** The longest beginning of a text that has at most this many tokens. */
export function clipTokens(text: string, maxTokens: number): string {
  let clipped = text;
  for (let tokens = estimateTokens(clipped); tokens > maxTokens; tokens = estimateTokens(clipped))
    clipped = clipped.slice(0, Math.floor((clipped.length * maxTokens) / tokens) - 1);
  return clipped;
}

const Kind = { none: 0, other: 1, space: 2, lower: 3, upper: 4, digit: 5 } as const;

function kindAt(text: string, at: number): number {
  if (at >= text.length) return Kind.none;
  const code = text.charCodeAt(at);
  if (code >= 0x61 && code <= 0x7a) return Kind.lower;
  if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) return Kind.space;
  if (code >= 0x41 && code <= 0x5a) return Kind.upper;
  return code >= 0x30 && code <= 0x39 ? Kind.digit : Kind.other;
}

/** Tokens of one character, by its UTF-16 unit. */
export function weighCharacter(code: number): number {
  if (code < 0x80) return 1;
  for (const block of BLOCKS) if (code >= block[0]) return block[1];
  return 1;
}

/** One blank belongs to the word after it. Longer runs of blanks share tokens. */
function ofBlanks(text: string, from: number, to: number): number {
  if (to - from === 1 && text[from] === " ") return kindAt(text, to) === Kind.digit ? 1 : 0;
  let tokens = 1;
  for (let at = from + 1; at < to; at++) tokens += text[at] === " " ? 0.125 : 0.5;
  return tokens;
}

/** A run such as `Paris`, `toBeCloseTo`, `MAX_OUTPUT`'s `OUTPUT`, `2026` or a key in base64. */
function ofLettersAndDigits(text: string, from: number, to: number): number {
  let tokens = 0;
  let parts = 0;
  let kinds = 0;
  for (let at = from; at < to; parts++) {
    const start = at;
    while (kindAt(text, at) === Kind.digit) at += 1;
    // Some tokenizers use one token per digit.
    tokens += at - start;
    const capitals = at;
    while (kindAt(text, at) === Kind.upper) at += 1;
    const small = at;
    while (kindAt(text, at) === Kind.lower) at += 1;
    if (at > capitals) tokens += ofWord(small - capitals, at - small);
    kinds |= (capitals > start ? 1 : 0) | (small > capitals ? 2 : 0) | (at > small ? 4 : 0);
  }
  const length = to - from;
  const isMixed =
    (length >= MIN_MIXED_LENGTH && parts * 4 >= length) || (length >= SURELY_MIXED && kinds === 7);
  return isMixed ? Math.max(tokens, length / MIXED) : tokens;
}

function ofWord(capitals: number, small: number): number {
  const length = capitals + small;
  if (length > MAX_WORD_LENGTH) return length / LETTERS_OF_NOISE;
  const tokens =
    capitals > 1
      ? capitals / CAPITALS + small / LETTERS
      : Math.min(length, LONG_WORD) / LETTERS +
        Math.max(0, length - LONG_WORD) / LETTERS_OF_COMPOUNDS;
  return Math.max(1, tokens);
}
