import type { Tree } from "../math/tree.ts";

/*
 * Parses a calculation as people type it: figures, units, + − × ÷ ^ and brackets. A text with anything else in it is not
 * a calculation.
 */

type Token = { kind: "number" | "fraction" | "unit" | "sign"; text: string };

/** `1/2 km` is half a kilometer. With blanks, as in `100 / 2 h`, a slash divides by all that follows. */
const TOKEN =
  /\s*(?:(?<fraction>(?<![/^.,\d])\d+\/\d+(?=\s*[\p{L}°]))|(?<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)|(?<sign>\*\*|[-+*/^()%])|(?<unit>[$€£¥₹₩₿₽¢°]|[\p{L}Ωμ]+\.?))/uy;

const SPELLINGS: Record<string, string> = {
  "−": "-",
  "–": "-",
  "×": "*",
  "·": "*",
  "⋅": "*",
  "÷": "/",
  "²": "^2",
  "³": "^3",
  "\\times": "*",
  "\\cdot": "*",
  "\u00a0": " ",
};
const SPELLING = /[−–×·⋅÷²³\u00a0]|\\times|\\cdot/g;

const MAX_CHARS = 500;
/** Words that are operators. */
const OPERATOR_WORDS: Record<string, string> = {
  of: "*",
  per: "/",
  times: "*",
  plus: "+",
  minus: "-",
};

/** Parses a calculation, with units as words. `null` if the text is anything else. */
export function parseCalculation(text: string): Tree | null {
  const tokens = tokenize(text);
  if (tokens === null || tokens.length === 0) return null;
  const cursor = { tokens, next: 0, depth: 0 };
  try {
    const tree = parseSum(cursor);
    return cursor.next === tokens.length ? tree : null;
  } catch (error) {
    if (error instanceof NotACalculation) return null;
    throw error;
  }
}

class NotACalculation extends Error {}

interface Cursor {
  tokens: readonly Token[];
  next: number;
  depth: number;
}

function tokenize(text: string): Token[] | null {
  if (text.length > MAX_CHARS) return null;
  const normalized = text.replace(SPELLING, (sign) => SPELLINGS[sign] ?? sign).trim();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < normalized.length) {
    const { fraction, number, sign, unit } = TOKEN.exec(normalized)?.groups ?? {};
    if (fraction !== undefined) tokens.push({ kind: "fraction", text: fraction });
    else if (number !== undefined)
      tokens.push({ kind: "number", text: number.replaceAll(",", "") });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign === "**" ? "^" : sign });
    else if (unit !== undefined) pushWord(tokens, unit);
    else return null;
  }
  return tokens;
}

/** Joins consecutive words to one unit, such as "nautical miles", unless one of them is an operator. */
function pushWord(tokens: Token[], word: string): void {
  const sign = Object.hasOwn(OPERATOR_WORDS, word) ? OPERATOR_WORDS[word] : undefined;
  const last = tokens.at(-1);
  if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
  else if (last?.kind === "unit") last.text += ` ${word}`;
  else tokens.push({ kind: "unit", text: word });
}

function takeSign(cursor: Cursor, ...signs: string[]): string | null {
  const token = cursor.tokens[cursor.next];
  if (token?.kind !== "sign" || !signs.includes(token.text)) return null;
  cursor.next += 1;
  return token.text;
}

function parseSum(cursor: Cursor): Tree {
  const terms = [parseProduct(cursor)];
  for (let sign = takeSign(cursor, "+", "-"); sign !== null; sign = takeSign(cursor, "+", "-")) {
    const term = parseProduct(cursor);
    terms.push(sign === "-" ? { kind: "minus", of: term } : term);
  }
  return terms.length === 1 ? (terms[0] as Tree) : { kind: "sum", terms };
}

function parseProduct(cursor: Cursor): Tree {
  let left = parseMeasured(cursor);
  for (let sign = takeSign(cursor, "*", "/"); sign !== null; sign = takeSign(cursor, "*", "/")) {
    const right = parseMeasured(cursor);
    left =
      sign === "*"
        ? { kind: "product", factors: [left, right] }
        : { kind: "quotient", numerator: left, denominator: right };
  }
  return left;
}

/** A figure with its unit before or after it: "$5", "5 km", "5 m^2". No other product is implicit. */
function parseMeasured(cursor: Cursor): Tree {
  if (takeSign(cursor, "-") !== null) return { kind: "minus", of: parseMeasured(cursor) };
  const factors = [parsePower(cursor)];
  const kindAt = (index: number): string | undefined => cursor.tokens[index]?.kind;
  const first = cursor.tokens[cursor.next - 1];
  const mayFollow = first?.kind === "unit" ? "number" : "unit";
  if (kindAt(cursor.next) === mayFollow) factors.push(parsePower(cursor));
  return factors.length === 1 ? (factors[0] as Tree) : { kind: "product", factors };
}

function parsePower(cursor: Cursor): Tree {
  const base = parsePercent(cursor);
  if (takeSign(cursor, "^") === null) return base;
  const negative = takeSign(cursor, "-") !== null;
  const exponent = parsePower(cursor);
  return { kind: "power", base, exponent: negative ? { kind: "minus", of: exponent } : exponent };
}

function parsePercent(cursor: Cursor): Tree {
  const value = parseAtom(cursor);
  if (takeSign(cursor, "%") === null) return value;
  return { kind: "quotient", numerator: value, denominator: { kind: "number", text: "100" } };
}

const MAX_DEPTH = 50;

function parseAtom(cursor: Cursor): Tree {
  if (takeSign(cursor, "(") !== null) {
    if (++cursor.depth > MAX_DEPTH) throw new NotACalculation();
    const inner = parseSum(cursor);
    cursor.depth -= 1;
    if (takeSign(cursor, ")") === null) throw new NotACalculation();
    return inner;
  }
  const token = cursor.tokens[cursor.next];
  if (token === undefined || token.kind === "sign") throw new NotACalculation();
  cursor.next += 1;
  if (token.kind === "unit") return { kind: "words", text: token.text };
  const [numerator = "", denominator] = token.text.split("/");
  const figure: Tree = { kind: "number", text: numerator };
  if (denominator === undefined) return figure;
  return {
    kind: "quotient",
    numerator: figure,
    denominator: { kind: "number", text: denominator },
  };
}
