import { Unreadable, type Cursor } from "./cursor.ts";
import type { Token } from "./tokens.ts";
import type { Tree } from "./tree.ts";

const functions =
  /^\\(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|exp|abs)$/;

const greek =
  /^\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|varphi|chi|psi|omega|Delta|Gamma|Omega|Sigma|Phi|ell|mathbb)$/;

/** Argument of `\frac`, `\sqrt` or `_`: a group, or a single token. */
function argument(at: Cursor, byDigit = false): Tree {
  if (at.at("{")) return group(at, "{", "}");
  const token = at.peek();
  if (byDigit && token?.kind === "number" && token.text.length > 1) {
    // `\frac12` is one half: each digit is a separate argument.
    return { kind: "number", text: at.takeDigit() };
  }
  return parseAtom(at);
}

function group(at: Cursor, open: string, close: string): Tree {
  at.expect(open);
  const items = at.grammar.items(at);
  at.expect(close);
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: "list", items, braces: false };
}

function bracket(at: Cursor, open: string): Tree {
  at.next();
  const items = at.grammar.items(at);
  const close = at.next().text;
  if (close !== ")" && close !== "]") throw new Unreadable();
  const [only] = items;
  if (items.length === 1 && only !== undefined && (open === "(") === (close === ")")) return only;
  return { kind: "bracket", open, close, items };
}

function set(at: Cursor): Tree {
  at.expect("\\{");
  if (at.take("\\}")) return { kind: "list", items: [], braces: true };
  const items = at.grammar.items(at);
  at.expect("\\}");
  return { kind: "list", items, braces: true };
}

function between(at: Cursor, close: string, name: string): Tree {
  const inner = at.grammar.sum(at);
  at.expect(close);
  return { kind: "call", name, args: [inner] };
}

/** `\sin 2x` takes the product, `\sin(x)y` only the bracket. */
function functionCall(at: Cursor, name: string): Tree {
  let base: Tree | null = null;
  let exponent: Tree | null = null;
  while (at.at("_") || at.at("^")) {
    if (at.take("_")) base = argument(at);
    else if (at.take("^")) exponent = argument(at);
  }
  let inner: Tree;
  if (at.at("(") || at.at("{") || at.at("[")) inner = at.grammar.power(at);
  else {
    const factors = [at.grammar.power(at)];
    for (
      let token = at.peek();
      token !== undefined &&
      (token.kind === "number" ||
        token.kind === "letter" ||
        (token.kind === "command" && (greek.test(token.text) || token.text === "\\pi")));
      token = at.peek()
    ) {
      factors.push(at.grammar.power(at));
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

function matrix(at: Cursor, environment: string): Tree {
  if (environment === "array" && at.at("{")) group(at, "{", "}");
  const rows: Tree[][] = [[]];
  const end = `\\end{${environment}}`;
  while (!at.take(end)) {
    if (at.take("\\\\")) rows.push([]);
    else if (!at.take("&")) rows[rows.length - 1]?.push(at.grammar.sum(at));
  }
  return { kind: "matrix", rows: rows.filter((row) => row.length > 0) };
}

function command(at: Cursor, token: Token): Tree {
  const name = token.text;
  if (name === "\\frac")
    return { kind: "quotient", over: argument(at, true), under: argument(at, true) };
  if (name === "\\sqrt") {
    let root: Tree | null = null;
    if (at.take("[")) {
      root = at.grammar.sum(at);
      at.expect("]");
    }
    const inner = argument(at);
    return { kind: "call", name: "root", args: root === null ? [inner] : [inner, root] };
  }
  if (name === "\\binom" || name === "\\dbinom" || name === "\\tbinom") {
    return { kind: "call", name: "binomial", args: [argument(at), argument(at)] };
  }
  if (name === "\\pi") return { kind: "constant", name: "pi" };
  if (name === "\\infty") return { kind: "constant", name: "infinity" };
  if (name === "\\emptyset" || name === "\\varnothing")
    return { kind: "list", items: [], braces: true };
  if (name === "\\lfloor") return between(at, "\\rfloor", "floor");
  if (name === "\\lceil") return between(at, "\\rceil", "ceiling");
  if (name === "\\langle") {
    const items = at.grammar.items(at);
    at.expect("\\rangle");
    return { kind: "bracket", open: "(", close: ")", items };
  }
  if (name === "\\lvert") return between(at, "\\rvert", "abs");
  if (name === "\\boxed" || name === "\\fbox") return argument(at);
  if (name === "\\overline" || name === "\\bar" || name === "\\vec" || name === "\\hat") {
    return {
      kind: "call",
      name: name === "\\bar" ? "overline" : name.slice(1),
      args: [argument(at)],
    };
  }
  if (functions.test(name)) return functionCall(at, name.slice(1));
  if (greek.test(name)) return { kind: "name", name };
  const environment =
    /^\\begin\{(pmatrix|bmatrix|vmatrix|matrix|array|smallmatrix|Bmatrix)\}$/.exec(name);
  if (environment?.[1] !== undefined) return matrix(at, environment[1]);
  throw new Unreadable();
}

const readDigits = (tree: Tree): string | null => {
  if (tree.kind === "number" || tree.kind === "words") return tree.text;
  return tree.kind === "name" ? tree.name : null;
};

function numeral(at: Cursor, text: string): Tree {
  if (at.take("_")) {
    const base = readDigits(argument(at));
    if (base === null) throw new Unreadable();
    return { kind: "based", digits: text, base };
  }
  // `0.\overline{3}` and `0.1\overline{6}`: repeating decimals.
  const next = at.peek();
  if (next !== undefined && /^\\(?:overline|bar)$/.test(next.text) && text.includes(".")) {
    at.next();
    const period = readDigits(argument(at));
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

function letter(at: Cursor, text: string): Tree {
  if (at.take("_")) {
    const index = readDigits(argument(at));
    if (index === null) throw new Unreadable();
    return { kind: "name", name: `${text}_${index}` };
  }
  if (text === "i") return { kind: "constant", name: "i" };
  if (text === "e") return { kind: "constant", name: "e" };
  return { kind: "name", name: text };
}

/** Joins the following words to one unit or phrase. */
function words(at: Cursor, first: string): Tree {
  let text = first;
  for (
    let token = at.peek();
    token?.kind === "words" ||
    (token?.kind === "word" && token.text !== "and" && token.text !== "or");
    token = at.peek()
  ) {
    text += ` ${at.next().text}`;
  }
  return { kind: "words", text };
}

export const parseAtom = (at: Cursor): Tree => at.nested(atom);

function atom(at: Cursor): Tree {
  const token = at.peek();
  if (token === undefined) throw new Unreadable();
  if (token.kind === "sign") {
    if (token.text === "(" || token.text === "[") return bracket(at, token.text);
    if (token.text === "{") return group(at, "{", "}");
    if (token.text === "\\{") return set(at);
    if (token.text === "|") {
      at.next();
      return between(at, "|", "abs");
    }
    throw new Unreadable();
  }
  at.next();
  if (token.kind === "number") return numeral(at, token.text);
  if (token.kind === "letter") return letter(at, token.text);
  if (token.kind === "command") return command(at, token);
  return words(at, token.text);
}
