import { Unreadable, type Cursor } from "./cursor.ts";
import type { Token } from "./tokens.ts";
import type { Tree } from "./tree.ts";

const functions =
  /^\\(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|abs)$/;

const greek =
  /^\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|varphi|chi|psi|omega|Delta|Gamma|Omega|Sigma|Phi|ell|mathbb)$/;

/** Argument of `\frac`, `\sqrt` or `_`: a group, or a single token. */
function argument(cursor: Cursor, byDigit = false): Tree {
  if (cursor.at("{")) return group(cursor, "{", "}");
  const token = cursor.peek();
  if (byDigit && token?.kind === "number" && token.text.length > 1) {
    // `\frac12` is one half: each digit is a separate argument.
    return { kind: "number", text: cursor.takeDigit() };
  }
  return parseAtom(cursor);
}

function group(cursor: Cursor, open: string, close: string): Tree {
  cursor.expect(open);
  const items = cursor.grammar.items(cursor);
  cursor.expect(close);
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: "list", items, braces: false };
}

function bracket(cursor: Cursor, open: string): Tree {
  cursor.next();
  const items = cursor.grammar.items(cursor);
  const close = cursor.next().text;
  if (close !== ")" && close !== "]") throw new Unreadable();
  const [only] = items;
  if (items.length === 1 && only !== undefined && (open === "(") === (close === ")")) return only;
  return { kind: "bracket", open, close, items };
}

function set(cursor: Cursor): Tree {
  cursor.expect("\\{");
  if (cursor.take("\\}")) return { kind: "list", items: [], braces: true };
  const items = cursor.grammar.items(cursor);
  cursor.expect("\\}");
  return { kind: "list", items, braces: true };
}

function between(cursor: Cursor, close: string, name: string): Tree {
  const inner = cursor.grammar.sum(cursor);
  cursor.expect(close);
  return { kind: "call", name, args: [inner] };
}

/** `\sin 2x` takes the product, `\sin(x)y` only the bracket. */
function functionCall(cursor: Cursor, name: string): Tree {
  let base: Tree | null = null;
  let exponent: Tree | null = null;
  while (cursor.at("_") || cursor.at("^")) {
    if (cursor.take("_")) base = argument(cursor);
    else if (cursor.take("^")) exponent = argument(cursor);
  }
  let inner: Tree;
  if (cursor.at("(") || cursor.at("{") || cursor.at("[")) inner = cursor.grammar.power(cursor);
  else {
    const factors = [cursor.grammar.power(cursor)];
    for (
      let token = cursor.peek();
      token !== undefined &&
      (token.kind === "number" ||
        token.kind === "letter" ||
        (token.kind === "command" && (greek.test(token.text) || token.text === "\\pi")));
      token = cursor.peek()
    ) {
      factors.push(cursor.grammar.power(cursor));
    }
    inner =
      factors.length === 1 && factors[0] !== undefined ? factors[0] : { kind: "product", factors };
  }
  const call: Tree = { kind: "call", name, args: base === null ? [inner] : [inner, base] };
  if (exponent === null) return call;
  const inverse =
    exponent.kind === "minus" && exponent.of.kind === "number" && exponent.of.text === "1";
  return inverse
    ? { kind: "call", name: `arc${name}`, args: [inner] }
    : { kind: "power", base: call, exponent };
}

function matrix(cursor: Cursor, environment: string): Tree {
  if (environment === "array" && cursor.at("{")) group(cursor, "{", "}");
  const rows: Tree[][] = [[]];
  const end = `\\end{${environment}}`;
  while (!cursor.take(end)) {
    if (cursor.take("\\\\")) rows.push([]);
    else if (!cursor.take("&")) rows[rows.length - 1]?.push(cursor.grammar.sum(cursor));
  }
  return { kind: "matrix", rows: rows.filter((row) => row.length > 0) };
}

function command(cursor: Cursor, token: Token): Tree {
  const name = token.text;
  if (name === "\\frac")
    return {
      kind: "quotient",
      numerator: argument(cursor, true),
      denominator: argument(cursor, true),
    };
  if (name === "\\sqrt") {
    let root: Tree | null = null;
    if (cursor.take("[")) {
      root = cursor.grammar.sum(cursor);
      cursor.expect("]");
    }
    const inner = argument(cursor);
    return { kind: "call", name: "root", args: root === null ? [inner] : [inner, root] };
  }
  if (name === "\\binom" || name === "\\dbinom" || name === "\\tbinom") {
    return { kind: "call", name: "binomial", args: [argument(cursor), argument(cursor)] };
  }
  if (name === "\\pi") return { kind: "constant", name: "pi" };
  if (name === "\\infty") return { kind: "constant", name: "infinity" };
  if (name === "\\emptyset" || name === "\\varnothing")
    return { kind: "list", items: [], braces: true };
  if (name === "\\lfloor") return between(cursor, "\\rfloor", "floor");
  if (name === "\\lceil") return between(cursor, "\\rceil", "ceiling");
  if (name === "\\langle") {
    const items = cursor.grammar.items(cursor);
    cursor.expect("\\rangle");
    return { kind: "bracket", open: "(", close: ")", items };
  }
  if (name === "\\lvert") return between(cursor, "\\rvert", "abs");
  if (name === "\\boxed" || name === "\\fbox") return argument(cursor);
  if (name === "\\overline" || name === "\\bar" || name === "\\vec" || name === "\\hat") {
    return {
      kind: "call",
      name: name === "\\bar" ? "overline" : name.slice(1),
      args: [argument(cursor)],
    };
  }
  if (functions.test(name)) return functionCall(cursor, name.slice(1));
  if (greek.test(name)) return { kind: "name", name };
  const environment =
    /^\\begin\{(pmatrix|bmatrix|vmatrix|matrix|array|smallmatrix|Bmatrix)\}$/.exec(name);
  if (environment?.[1] !== undefined) return matrix(cursor, environment[1]);
  throw new Unreadable();
}

const readDigits = (tree: Tree): string | null => {
  if (tree.kind === "number" || tree.kind === "words") return tree.text;
  return tree.kind === "name" ? tree.name : null;
};

function numeral(cursor: Cursor, text: string): Tree {
  if (cursor.take("_")) {
    const base = readDigits(argument(cursor));
    if (base === null) throw new Unreadable();
    return { kind: "based", digits: text, base };
  }
  // `0.\overline{3}` and `0.1\overline{6}`: repeating decimals.
  const next = cursor.peek();
  if (next !== undefined && /^\\(?:overline|bar)$/.test(next.text) && text.includes(".")) {
    cursor.next();
    const period = readDigits(argument(cursor));
    if (period === null || !/^\d+$/.test(period)) throw new Unreadable();
    return {
      kind: "call",
      name: "repeating",
      args: [
        { kind: "number", text },
        { kind: "number", text: period },
      ],
    };
  }
  return { kind: "number", text };
}

function letter(cursor: Cursor, text: string): Tree {
  if (cursor.take("_")) {
    const index = readDigits(argument(cursor));
    if (index === null) throw new Unreadable();
    return { kind: "name", name: `${text}_${index}` };
  }
  if (text === "i") return { kind: "constant", name: "i" };
  if (text === "e") return { kind: "constant", name: "e" };
  return { kind: "name", name: text };
}

/** Joins the following words to one unit or phrase. */
function words(cursor: Cursor, first: string): Tree {
  let text = first;
  for (
    let token = cursor.peek();
    token?.kind === "words" ||
    (token?.kind === "word" && token.text !== "and" && token.text !== "or");
    token = cursor.peek()
  ) {
    text += ` ${cursor.next().text}`;
  }
  return { kind: "words", text };
}

export const parseAtom = (cursor: Cursor): Tree => cursor.nested(atom);

function atom(cursor: Cursor): Tree {
  const token = cursor.peek();
  if (token === undefined) throw new Unreadable();
  if (token.kind === "sign") {
    if (token.text === "(" || token.text === "[") return bracket(cursor, token.text);
    if (token.text === "{") return group(cursor, "{", "}");
    if (token.text === "\\{") return set(cursor);
    if (token.text === "|") {
      cursor.next();
      return between(cursor, "|", "abs");
    }
    throw new Unreadable();
  }
  cursor.next();
  if (token.kind === "number") return numeral(cursor, token.text);
  if (token.kind === "letter") return letter(cursor, token.text);
  if (token.kind === "command") return command(cursor, token);
  return words(cursor, token.text);
}
