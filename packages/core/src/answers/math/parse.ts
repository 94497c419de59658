import { Cursor, Unreadable, type Grammar } from "./cursor.ts";
import { parseAtom } from "./parse-atom.ts";
import { tokenise, type Token } from "./tokens.ts";
import type { Tree } from "./tree.ts";

const relations: ReadonlyMap<string, string> = new Map([
  ["=", "="],
  ["<", "<"],
  [">", ">"],
  ["<=", "≤"],
  [">=", "≥"],
  ["!=", "≠"],
  ["\\le", "≤"],
  ["\\leq", "≤"],
  ["\\leqslant", "≤"],
  ["\\ge", "≥"],
  ["\\geq", "≥"],
  ["\\geqslant", "≥"],
  ["\\lt", "<"],
  ["\\gt", ">"],
  ["\\ne", "≠"],
  ["\\neq", "≠"],
  ["\\in", "∈"],
  ["\\approx", "="],
  ["\\equiv", "="],
]);

const joins =
  /^\\(?:pm|mp|cdot|times|div|cup|cap|end\{.*|to|rightarrow|Rightarrow|implies|mid|colon|setminus)$/;

const startsAtom = (token: Token | undefined): boolean => {
  if (token === undefined) return false;
  if (token.kind === "number" || token.kind === "letter" || token.kind === "words") return true;
  if (token.kind === "word") return token.text !== "or" && token.text !== "and";
  if (token.kind === "command") return !relations.has(token.text) && !joins.test(token.text);
  return token.text === "(" || token.text === "{" || token.text === "[" || token.text === "\\{";
};

const isWhole = (tree: Tree): boolean => tree.kind === "number" && !tree.text.includes(".");

/** `6\frac{1}{5}` is six and a fifth, not six fifths. */
function joinMixed(left: Tree, right: Tree): Tree | null {
  if (
    !isWhole(left) ||
    right.kind !== "quotient" ||
    !isWhole(right.numerator) ||
    !isWhole(right.denominator)
  )
    return null;
  return { kind: "sum", terms: [left, right] };
}

/** Units after a value are separated from it later: see `same.ts`. */
const isWords = (tree: Tree): boolean => tree.kind === "words";

function parseProduct(cursor: Cursor): Tree {
  let left = parseSigned(cursor);
  let justMixed = false;
  for (;;) {
    const token = cursor.peek();
    if (token === undefined) return left;
    if (cursor.take("\\cdot") || cursor.take("\\times") || cursor.take("*")) {
      left = { kind: "product", factors: [left, parseSigned(cursor)] };
    } else if (cursor.take("/") || cursor.take("\\div")) {
      left = { kind: "quotient", numerator: left, denominator: parseSigned(cursor) };
    } else if (cursor.take(":")) {
      left = { kind: "ratio", parts: [left, parseSigned(cursor)] };
    } else if (startsAtom(token)) {
      const previous = left;
      const right = parsePower(cursor);
      // "1 3/4": an integer, a space, a fraction.
      if (isWhole(previous) && isWhole(right)) {
        if (!token.spaced || justMixed || !cursor.take("/")) throw new Unreadable();
        const denominator = parsePower(cursor);
        left = {
          kind: "sum",
          terms: [previous, { kind: "quotient", numerator: right, denominator }],
        };
        justMixed = true;
        continue;
      }
      if (isWords(left)) throw new Unreadable();
      left = joinMixed(previous, right) ?? { kind: "product", factors: [left, right] };
    } else return left;
  }
}

function parseSigned(cursor: Cursor): Tree {
  if (cursor.take("-")) return { kind: "minus", of: cursor.nested(parseSigned) };
  if (cursor.take("+")) return cursor.nested(parseSigned);
  if (cursor.take("\\pm") || cursor.take("\\mp"))
    return { kind: "plusMinus", left: null, right: cursor.nested(parseSigned) };
  return parsePower(cursor);
}

/** The exponent of a unit is part of its name: "cm^2". */
function raiseUnit(unit: string, exponent: Tree): Tree {
  if (exponent.kind !== "number") throw new Unreadable();
  return { kind: "words", text: `${unit}^${exponent.text}` };
}

function parsePower(cursor: Cursor): Tree {
  let base = parseAtom(cursor);
  for (;;) {
    if (cursor.take("!")) base = { kind: "call", name: "factorial", args: [base] };
    else if (cursor.take("^")) {
      const exponent = cursor.take("-")
        ? { kind: "minus" as const, of: parseAtom(cursor) }
        : parseAtom(cursor);
      base =
        base.kind === "words" ? raiseUnit(base.text, exponent) : { kind: "power", base, exponent };
    } else return base;
  }
}

function parseSum(cursor: Cursor): Tree {
  let left = parseProduct(cursor);
  for (;;) {
    if (cursor.take("+")) left = { kind: "sum", terms: [left, parseProduct(cursor)] };
    else if (cursor.take("-"))
      left = { kind: "sum", terms: [left, { kind: "minus", of: parseProduct(cursor) }] };
    else if (cursor.take("\\pm") || cursor.take("\\mp"))
      left = { kind: "plusMinus", left, right: parseProduct(cursor) };
    else return left;
  }
}

function parseUnion(cursor: Cursor): Tree {
  const first = parseSum(cursor);
  if (!cursor.at("\\cup")) return first;
  const parts = [first];
  while (cursor.take("\\cup")) parts.push(parseSum(cursor));
  return { kind: "union", parts };
}

function parseRelation(cursor: Cursor): Tree {
  const sides = [parseUnion(cursor)];
  const operators: string[] = [];
  for (;;) {
    const token = cursor.peek();
    const operator =
      token === undefined || token.kind === "words" ? undefined : relations.get(token.text);
    if (operator === undefined) break;
    cursor.next();
    operators.push(operator);
    sides.push(parseUnion(cursor));
  }
  const [only] = sides;
  return operators.length === 0 && only !== undefined
    ? only
    : { kind: "relation", operators, sides };
}

/** Items up to a closing sign or the end: "1, 2", "x = 1 or x = 2". */
function parseItems(cursor: Cursor): Tree[] {
  const items = [parseRelation(cursor)];
  for (;;) {
    const comma = cursor.take(",") || cursor.take(";");
    const word = cursor.takeWord("and") || cursor.takeWord("or");
    if (!comma && !word) return items;
    items.push(parseRelation(cursor));
  }
}

const grammar: Grammar = { items: parseItems, sum: parseSum, power: parsePower };

/** Parses a prepared answer. `null` if it is not supported mathematics. */
export function parseMath(prepared: string): Tree | null {
  const tokens = tokenise(prepared);
  if (tokens === null || tokens.length === 0) return null;
  const cursor = new Cursor(tokens, grammar);
  try {
    const items = parseItems(cursor);
    cursor.take(".");
    if (cursor.peek() !== undefined) return null;
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "list", items, braces: false };
  } catch {
    return null;
  }
}
