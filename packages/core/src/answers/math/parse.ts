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
  if (!isWhole(left) || right.kind !== "quotient" || !isWhole(right.over) || !isWhole(right.under))
    return null;
  return { kind: "sum", terms: [left, right] };
}

/** Units after a value are separated from it later: see `same.ts`. */
const isWords = (tree: Tree): boolean => tree.kind === "words";

function parseProduct(at: Cursor): Tree {
  let left = parseSigned(at);
  let justMixed = false;
  for (;;) {
    const token = at.peek();
    if (token === undefined) return left;
    if (at.take("\\cdot") || at.take("\\times") || at.take("*")) {
      left = { kind: "product", factors: [left, parseSigned(at)] };
    } else if (at.take("/") || at.take("\\div")) {
      left = { kind: "quotient", over: left, under: parseSigned(at) };
    } else if (at.take(":")) {
      left = { kind: "ratio", parts: [left, parseSigned(at)] };
    } else if (startsAtom(token)) {
      const previous = left;
      const right = parsePower(at);
      // "1 3/4": an integer, a space, a fraction.
      if (isWhole(previous) && isWhole(right)) {
        if (!token.spaced || justMixed || !at.take("/")) throw new Unreadable();
        const under = parsePower(at);
        left = { kind: "sum", terms: [previous, { kind: "quotient", over: right, under }] };
        justMixed = true;
        continue;
      }
      if (isWords(left)) throw new Unreadable();
      left = joinMixed(previous, right) ?? { kind: "product", factors: [left, right] };
    } else return left;
  }
}

function parseSigned(at: Cursor): Tree {
  if (at.take("-")) return { kind: "minus", of: at.nested(parseSigned) };
  if (at.take("+")) return at.nested(parseSigned);
  if (at.take("\\pm") || at.take("\\mp"))
    return { kind: "plusMinus", left: null, right: at.nested(parseSigned) };
  return parsePower(at);
}

/** The exponent of a unit is part of its name: "cm^2". */
function raiseUnit(unit: string, exponent: Tree): Tree {
  if (exponent.kind !== "number") throw new Unreadable();
  return { kind: "words", text: `${unit}^${exponent.text}` };
}

function parsePower(at: Cursor): Tree {
  let base = parseAtom(at);
  for (;;) {
    if (at.take("!")) base = { kind: "call", name: "factorial", args: [base] };
    else if (at.take("^")) {
      const exponent = at.take("-") ? { kind: "minus" as const, of: parseAtom(at) } : parseAtom(at);
      base =
        base.kind === "words" ? raiseUnit(base.text, exponent) : { kind: "power", base, exponent };
    } else return base;
  }
}

function parseSum(at: Cursor): Tree {
  let left = parseProduct(at);
  for (;;) {
    if (at.take("+")) left = { kind: "sum", terms: [left, parseProduct(at)] };
    else if (at.take("-"))
      left = { kind: "sum", terms: [left, { kind: "minus", of: parseProduct(at) }] };
    else if (at.take("\\pm") || at.take("\\mp"))
      left = { kind: "plusMinus", left, right: parseProduct(at) };
    else return left;
  }
}

function parseUnion(at: Cursor): Tree {
  const first = parseSum(at);
  if (!at.at("\\cup")) return first;
  const parts = [first];
  while (at.take("\\cup")) parts.push(parseSum(at));
  return { kind: "union", parts };
}

function parseRelation(at: Cursor): Tree {
  const sides = [parseUnion(at)];
  const operators: string[] = [];
  for (;;) {
    const token = at.peek();
    const operator =
      token === undefined || token.kind === "words" ? undefined : relations.get(token.text);
    if (operator === undefined) break;
    at.next();
    operators.push(operator);
    sides.push(parseUnion(at));
  }
  const [only] = sides;
  return operators.length === 0 && only !== undefined
    ? only
    : { kind: "relation", operators, sides };
}

/** Items up to a closing sign or the end: "1, 2", "x = 1 or x = 2". */
function parseItems(at: Cursor): Tree[] {
  const items = [parseRelation(at)];
  for (;;) {
    const comma = at.take(",") || at.take(";");
    const word = at.takeWord("and") || at.takeWord("or");
    if (!comma && !word) return items;
    items.push(parseRelation(at));
  }
}

const grammar: Grammar = { items: parseItems, sum: parseSum, power: parsePower };

/** Parses a prepared answer. `null` if it is not supported mathematics. */
export function parseMath(prepared: string): Tree | null {
  const tokens = tokenise(prepared);
  if (tokens === null || tokens.length === 0) return null;
  const at = new Cursor(tokens, grammar);
  try {
    const items = parseItems(at);
    at.take(".");
    if (at.peek() !== undefined) return null;
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "list", items, braces: false };
  } catch {
    return null;
  }
}
