import { characterOf, type CharacterKind } from "./characters.ts";

/** One word, number or mark of a text. */
export interface Token {
  text: string;
  /** UTF-16 units of the raw text. */
  from: number;
  to: number;
  isWord: boolean;
}

const ELLIPSIS = "…";

/**
 * Takes a text apart into what counts when words are compared: words, numbers and marks, in order.
 * Space, case, quotation marks, dashes, commas, semicolons, colons and emphasis are left out. A dash
 * that makes a number negative is kept, and so are points, commas and colons within a number.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let word: Token | null = null;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const to = at + (code > 0xffff ? 2 : 1);
    const { kind, folded } = characterOf(code);
    if (kind === "unseen") {
      at = to;
      continue;
    }
    if (kind === "word") {
      if (word === null) tokens.push((word = { text: "", from: at, to, isWord: true }));
      word.text += folded;
      word.to = to;
      at = to;
      continue;
    }
    if (word !== null) {
      const joint = jointAt(text, at, kind);
      if (joint !== null) {
        word.text += joint.text;
        at = joint.to;
        continue;
      }
    }
    word = null;
    if (kind === "sign") tokens.push({ text: folded, from: at, to, isWord: true });
    else if (kind === "mark" || (kind === "star" && !isEmphasis(text, at, to))) {
      const dots = folded === "." ? endOfRun(text, at, ".") : to;
      const ellipsis = dots - at > 2 || folded === ELLIPSIS;
      const end = ellipsis ? dots : to;
      tokens.push({ text: ellipsis ? ELLIPSIS : folded, from: at, to: end, isWord: false });
      at = end;
      continue;
    } else if (kind === "dash" && isMinus(text, at, to)) {
      tokens.push({ text: "-", from: at, to, isWord: false });
    }
    at = to;
  }
  return tokens;
}

/** What holds two parts of one word or number together: don't, snake_case, 1,000.5. */
function jointAt(
  text: string,
  at: number,
  kind: CharacterKind,
): { text: string; to: number } | null {
  const char = text[at] ?? "";
  if (kind === "quote") {
    let to = at;
    while (kindAt(text, to) === "quote" || kindAt(text, to) === "unseen") to++;
    return kindAt(text, to) === "word" ? { text: "'", to } : null;
  }
  if (char === "_") {
    const to = endOfRun(text, at, "_");
    return kindAt(text, to) === "word" ? { text: "_".repeat(to - at), to } : null;
  }
  if (char === "." || char === "," || char === ":") {
    const between = isDigit(text[at - 1]) && isDigit(text[at + 1]);
    return between ? { text: char, to: at + 1 } : null;
  }
  return null;
}

/** Asterisks or underscores that touch a word or a space on one side only: *so*, **so**, _so_. */
function isEmphasis(text: string, at: number, to: number): boolean {
  const before = kindAt(text, startOfRun(text, at) - 1) ?? "space";
  const after = kindAt(text, endOfRun(text, to, text[at] ?? "")) ?? "space";
  return (before === "word") !== (after === "word") || (before === "space") !== (after === "space");
}

function isMinus(text: string, at: number, to: number): boolean {
  if (!isDigit(text[to])) return false;
  const touching = kindAt(text, at - 1);
  if (touching === "word" || touching === "dash") return false;
  let before = at - 1;
  // A few spaces at most: a run of them must not be walked again for every dash.
  while (before >= 0 && at - before < 8 && kindAt(text, before) === "space") before--;
  return !isDigit(text[before]);
}

function kindAt(text: string, at: number): CharacterKind | null {
  const code = at < 0 ? undefined : text.codePointAt(at);
  return code === undefined ? null : characterOf(code).kind;
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}

/** The most characters of a run that are searched, so that a text of stars stays cheap. */
const LONGEST_RUN = 64;

function endOfRun(text: string, at: number, char: string): number {
  let to = at;
  while (to - at < LONGEST_RUN && text[to] === char) to++;
  return to;
}

function startOfRun(text: string, at: number): number {
  let from = at;
  while (at - from < LONGEST_RUN && from > 0 && text[from - 1] === text[at]) from--;
  return from;
}
