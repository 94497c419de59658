/**
 * What a character is to a quotation:
 * - `word`: part of a word or number
 * - `sign`: a word by itself, in scripts that put no spaces between words
 * - `mark`: counts wherever it stands, such as $, %, < or a full stop
 * - `quote`, `dash`, `soft`: doesn't count: quotation marks, dashes, commas, semicolons and colons
 * - `star`: an asterisk or underscore, which may be emphasis
 * - `unseen`: as if it were not there, such as a soft hyphen
 */
export type CharacterKind =
  | "space"
  | "word"
  | "sign"
  | "mark"
  | "quote"
  | "dash"
  | "soft"
  | "star"
  | "unseen";

export interface Character {
  kind: CharacterKind;
  /** Without case; accents as separate marks, however they were written. */
  folded: string;
}

const known = new Map<number, Character>();

/** Looked up once per code point: a text of a megabyte has few different ones. */
export function characterOf(code: number): Character {
  const before = known.get(code);
  if (before) return before;
  const text = String.fromCodePoint(code);
  const character = { kind: kindOf(text), folded: folded(text) };
  known.set(code, character);
  return character;
}

function folded(text: string): string {
  const plain = /[\ufb00-\ufb06]/.test(text) ? text.normalize("NFKD") : text;
  // Through upper case, so that ß is ss and every sigma the same.
  return plain.toUpperCase().toLowerCase().normalize("NFD");
}

function kindOf(text: string): CharacterKind {
  if (/^[\s\p{Cc}]$/u.test(text)) return "space";
  if (/^[\p{Cf}\ufe00-\ufe0f]$/u.test(text)) return "unseen";
  if (/^["'`´′″ʼʹ\p{Pi}\p{Pf}„‚「」『』〝〞〟＂＇]$/u.test(text)) return "quote";
  if (/^[\p{Pd}−⁃‐‑]$/u.test(text)) return "dash";
  if (/^[,;:、，；：]$/u.test(text)) return "soft";
  if (text === "*" || text === "_") return "star";
  if (
    /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$/u.test(text)
  ) {
    return /^\p{M}$/u.test(text) ? "word" : "sign";
  }
  return /^[\p{L}\p{N}\p{M}]$/u.test(text) ? "word" : "mark";
}
