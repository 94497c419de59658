import {
  ACCENTS,
  FUNCTIONS,
  INTEGRALS,
  LARGE,
  LETTERS,
  LIMITS,
  OPERATORS,
  SILENT,
  SPACES,
  UNDER,
  writeIn,
} from "./symbols.ts";

/** A formula, as MathML is built from it. */
export type FormulaNode =
  | { type: "letter" | "number" | "operator" | "words"; text: string }
  /** A sign with bounds, such as a sum or a limit. */
  | { type: "large"; text: string; bounds: "beside" | "around" }
  | { type: "row"; items: FormulaNode[] }
  | { type: "fraction"; top: FormulaNode; bottom: FormulaNode; line: boolean }
  | { type: "root"; of: FormulaNode; degree: FormulaNode | null }
  | { type: "script"; of: FormulaNode; below: FormulaNode | null; above: FormulaNode | null }
  | { type: "stack"; of: FormulaNode; below: FormulaNode | null; above: FormulaNode | null }
  | { type: "fence"; open: string; close: string; of: FormulaNode }
  | { type: "table"; rows: FormulaNode[][]; sides: "center" | "left" | "pairs" }
  | { type: "box"; of: FormulaNode }
  | { type: "space"; em: number };

const LONGEST = 4000;
const DEEPEST = 24;

/** The formula isn't understood, so it is shown as it was written. */
class NotUnderstood extends Error {}

/**
 * Reads a formula in the part of TeX that people write in prose. `null`: something in it is not known, and a formula
 * that lacks a part would say something else.
 */
export function parseFormula(tex: string): FormulaNode | null {
  if (tex.length > LONGEST) return null;
  const reader = new Reader(tex.match(/\\[A-Za-z]+\*?|\\[^]|[^]/gu) ?? []);
  try {
    const formula = reader.readRows([]);
    return reader.atEnd() ? formula : null;
  } catch (error) {
    if (error instanceof NotUnderstood) return null;
    throw error;
  }
}

const FENCES: Readonly<Record<string, [string, string]>> = {
  pmatrix: ["(", ")"],
  bmatrix: ["[", "]"],
  Bmatrix: ["{", "}"],
  vmatrix: ["|", "|"],
  Vmatrix: ["‖", "‖"],
  cases: ["{", ""],
};

const PAIRS = new Set(["aligned", "align", "align*", "split", "eqnarray", "eqnarray*"]);
const CENTERED = new Set(["matrix", "smallmatrix", "gathered", "gather", "gather*", "array"]);
const ALONE = new Set(["equation", "equation*", "displaymath"]);
const UPRIGHT = new Set(["mathrm", "mathsf", "mathtt", "operatorname", "operatorname*", "mathop"]);
const WORDS = new Set(["text", "textrm", "textbf", "textit", "textsf", "texttt", "mbox"]);

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  atEnd(): boolean {
    this.#skipSpace();
    return this.#peek() === undefined;
  }

  /** Several lines, each with cells; a single cell is itself. `ends`: what may follow. */
  readRows(ends: readonly string[], sides: "center" | "left" | "pairs" = "pairs"): FormulaNode {
    const rows: FormulaNode[][] = [[]];
    for (;;) {
      rows.at(-1)?.push(this.#readRow([...ends, "&", "\\\\"]));
      if (this.#take("&")) continue;
      if (!this.#take("\\\\")) break;
      this.#skipSpace();
      if (this.#peek() === "[") this.#readBracket();
      rows.push([]);
    }
    const [first = []] = rows;
    const [only] = first;
    if (rows.length === 1 && first.length === 1 && only) return only;
    const filled = rows.filter((row) => row.some((cell) => !isEmpty(cell)));
    return { type: "table", rows: filled, sides };
  }

  #readRow(ends: readonly string[]): FormulaNode {
    const items: FormulaNode[] = [];
    for (;;) {
      this.#skipSpace();
      const token = this.#peek();
      if (token === undefined || token === "}" || ends.includes(token)) break;
      if (token === "\\right" || token === "\\end" || token === "&" || token === "\\\\") break;
      const item = this.#readScripts(this.#readAtom());
      if (item !== null) items.push(item);
    }
    const [only] = items;
    return items.length === 1 && only ? only : { type: "row", items };
  }

  /** What follows an expression: bounds, powers, primes. */
  #readScripts(of: FormulaNode | null): FormulaNode | null {
    let below: FormulaNode | null = null;
    let above: FormulaNode | null = null;
    for (;;) {
      this.#skipSpace();
      const token = this.#peek();
      if (token === "_" && below === null) {
        this.#at += 1;
        below = this.#readArgument();
      } else if (token === "^" && above === null) {
        this.#at += 1;
        above = this.#readArgument();
      } else if (token === "'") {
        const marks = this.#readWhile(/^'$/).length;
        const primes: FormulaNode = { type: "operator", text: "′".repeat(marks) };
        above = above === null ? primes : { type: "row", items: [primes, above] };
      } else if (token === "\\limits" || token === "\\nolimits") this.#at += 1;
      else if (token === "_" || token === "^") throw new NotUnderstood();
      else break;
    }
    if (below === null && above === null) return of;
    const base = of ?? { type: "row", items: [] };
    const isAround = base.type === "large" && base.bounds === "around";
    return { type: isAround || base.type === "stack" ? "stack" : "script", of: base, below, above };
  }

  /** One expression; `null`: something that is not shown. */
  #readAtom(): FormulaNode | null {
    const token = this.#next();
    if (token === "{") return this.#readGroup();
    if (/^\d$/.test(token)) {
      const digits = this.#readWhile(/^[\d.,]$/, /^\d$/);
      return { type: "number", text: token + digits };
    }
    if (/^\p{L}$/u.test(token)) return { type: "letter", text: token };
    if (token === "~") return { type: "space", em: 0.25 };
    if (token.startsWith("\\")) return this.#readCommand(token.slice(1));
    if (/^[%#$_^&}]$/.test(token)) throw new NotUnderstood();
    return { type: "operator", text: SIGNS[token] ?? token };
  }

  #readGroup(): FormulaNode {
    return this.#deeper(() => {
      const row = this.#readRow([]);
      if (!this.#take("}")) throw new NotUnderstood();
      return row;
    });
  }

  /** What a command applies to: a group, or the next single sign. */
  #readArgument(): FormulaNode {
    this.#skipSpace();
    const token = this.#next();
    if (token === "{") return this.#readGroup();
    if (/^\d$/.test(token)) return { type: "number", text: token };
    this.#at -= 1;
    return this.#readAtom() ?? { type: "row", items: [] };
  }

  #readCommand(name: string): FormulaNode | null {
    const letter = LETTERS.get(name);
    if (letter !== undefined) return { type: "letter", text: letter };
    const operator = OPERATORS.get(name);
    if (operator !== undefined) return { type: "operator", text: operator };
    const large = LARGE.get(name) ?? LIMITS.get(name);
    if (large !== undefined) return { type: "large", text: large, bounds: "around" };
    const integral = INTEGRALS.get(name);
    if (integral !== undefined) return { type: "large", text: integral, bounds: "beside" };
    if (FUNCTIONS.has(name)) return { type: "words", text: name };
    const em = SPACES.get(name);
    if (em !== undefined) return em === 0 ? null : { type: "space", em };
    if (SILENT.has(name)) return null;
    if (/^[%$#&_{}|]$/.test(name)) return { type: "operator", text: name === "|" ? "‖" : name };
    if (WORDS.has(name)) return { type: "words", text: this.#readText() };
    if (UPRIGHT.has(name)) return { type: "words", text: this.#readText().replaceAll("\\,", " ") };
    return this.#deeper(() => this.#readStructure(name));
  }

  #readStructure(name: string): FormulaNode {
    const accent = ACCENTS.get(name);
    if (accent !== undefined) return this.#readMark("above", accent);
    const under = UNDER.get(name);
    if (under !== undefined) return this.#readMark("below", under);
    const letters = writeIn(name, "");
    if (letters !== null) {
      return { type: "letter", text: writeIn(name, this.#readText()) ?? "" };
    }
    switch (name) {
      case "frac":
      case "dfrac":
      case "tfrac":
      case "cfrac":
        return this.#readFraction(true);
      case "binom":
      case "dbinom":
        return { type: "fence", open: "(", close: ")", of: this.#readFraction(false) };
      case "sqrt": {
        this.#skipSpace();
        const degree = this.#peek() === "[" ? this.#readBracket() : null;
        return { type: "root", degree, of: this.#readArgument() };
      }
      case "left":
        return this.#readFence();
      case "begin":
        return this.#readEnvironment();
      case "boxed":
        return { type: "box", of: this.#readArgument() };
      case "overset":
      case "stackrel": {
        const above = this.#readArgument();
        return { type: "stack", of: this.#readArgument(), below: null, above };
      }
      case "underset": {
        const below = this.#readArgument();
        return { type: "stack", of: this.#readArgument(), below, above: null };
      }
      case "pmod":
        return {
          type: "row",
          items: [
            { type: "space", em: 0.5 },
            { type: "operator", text: "(" },
            { type: "words", text: "mod " },
            this.#readArgument(),
            { type: "operator", text: ")" },
          ],
        };
      case "bmod":
      case "mod":
        return { type: "words", text: " mod " };
      default:
        throw new NotUnderstood();
    }
  }

  #readFraction(line: boolean): FormulaNode {
    const top = this.#readArgument();
    return { type: "fraction", top, bottom: this.#readArgument(), line };
  }

  #readMark(side: "above" | "below", mark: string): FormulaNode {
    const sign: FormulaNode = { type: "operator", text: mark };
    const of = this.#readArgument();
    return {
      type: "stack",
      of,
      below: side === "below" ? sign : null,
      above: side === "above" ? sign : null,
    };
  }

  #readFence(): FormulaNode {
    const open = this.#readDelimiter();
    const of = this.#readRow(["\\right"]);
    if (!this.#take("\\right")) throw new NotUnderstood();
    return { type: "fence", open, close: this.#readDelimiter(), of };
  }

  #readDelimiter(): string {
    this.#skipSpace();
    const token = this.#next();
    if (token === ".") return "";
    if (/^[()[\]|/<>]$/.test(token)) return { "<": "⟨", ">": "⟩" }[token] ?? token;
    const name = token.slice(1);
    if (/^[{}|]$/.test(name)) return name === "|" ? "‖" : name;
    const known = token.startsWith("\\") ? OPERATORS.get(name) : undefined;
    if (known === undefined) throw new NotUnderstood();
    return known;
  }

  #readEnvironment(): FormulaNode {
    const name = this.#readText();
    if (name === "array") this.#readText();
    const fence = Object.hasOwn(FENCES, name) ? FENCES[name] : undefined;
    const isKnown = fence || PAIRS.has(name) || CENTERED.has(name) || ALONE.has(name);
    if (!isKnown) throw new NotUnderstood();
    const sides = name === "cases" ? "left" : PAIRS.has(name) ? "pairs" : "center";
    const of = this.readRows(["\\end"], sides);
    if (!this.#take("\\end") || this.#readText() !== name) throw new NotUnderstood();
    return fence ? { type: "fence", open: fence[0], close: fence[1], of } : of;
  }

  /** Words in braces, as they are. */
  #readText(): string {
    this.#skipSpace();
    if (!this.#take("{")) return this.#next();
    let text = "";
    for (let open = 1; ;) {
      const token = this.#next();
      if (token === "{") open += 1;
      else if (token === "}" && --open === 0) return text;
      else if (/^\\[A-Za-z]/.test(token) || token === "$") throw new NotUnderstood();
      else text += token.replace(/^\\(?=[%$#&_{} ])/, "");
    }
  }

  /** A degree or a distance in square brackets. */
  #readBracket(): FormulaNode {
    this.#at += 1;
    const row = this.#readRow(["]"]);
    if (!this.#take("]")) throw new NotUnderstood();
    return row;
  }

  /** Signs that match; one that only separates counts only if another follows. */
  #readWhile(pattern: RegExp, last: RegExp = pattern): string {
    let text = "";
    for (;;) {
      const token = this.#peek() ?? "";
      const next = this.#tokens[this.#at + 1] ?? "";
      if (!pattern.test(token) || (!last.test(token) && !last.test(next))) return text;
      text += token;
      this.#at += 1;
    }
  }

  /** A formula of many levels would be too deep for the stack. */
  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new NotUnderstood();
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #skipSpace(): void {
    while (/^\s$/.test(this.#peek() ?? "")) this.#at += 1;
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(token: string): boolean {
    this.#skipSpace();
    if (this.#peek() !== token) return false;
    this.#at += 1;
    return true;
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new NotUnderstood();
    this.#at += 1;
    return token;
  }
}

const SIGNS: Readonly<Record<string, string>> = { "-": "−", "*": "∗" };

function isEmpty(node: FormulaNode): boolean {
  return node.type === "row" && node.items.length === 0;
}
