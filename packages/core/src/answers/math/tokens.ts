export interface Token {
  kind: "number" | "letter" | "word" | "command" | "sign" | "words";
  text: string;
  /** True if whitespace precedes it. */
  spaced: boolean;
}

const FUNCTIONS = new Set(
  "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp sqrt pi abs inf infty infinity max min gcd lcm".split(
    " ",
  ),
);

const scanner =
  /\s+|\\(?:text|textbf|textit|textrm|mbox|mathrm|mathbf|mathit|mathbb|mathcal|operatorname|hbox|rm|bf|emph)\*?\s*\{([^{}]*)\}|\\(?:begin|end)\s*\{\s*([a-zA-Z*]+)\s*\}|\\[a-zA-Z]+|\\\\|\\[{}|]|\d+\.(?=\s*\\(?:overline|bar))|\d+(?:\.\d+)?|\.\d+|[a-zA-Z]+(?:'(?=[a-z]))?[a-z]*|<=|>=|!=|[^\s]/gy;

/** Consecutive letters are a word in prose and a product of names in a formula. */
function splitLetters(
  text: string,
  spaced: boolean,
  previous: Token | undefined,
  out: Token[],
): void {
  if (FUNCTIONS.has(text))
    out.push({
      kind: "command",
      text: `\\${text === "inf" || text === "infinity" ? "infty" : text}`,
      spaced,
    });
  else if (text.length === 1) out.push({ kind: "letter", text, spaced });
  else {
    const glued =
      !spaced && previous !== undefined && previous.kind !== "words" && previous.kind !== "word";
    const product = text.length <= 3 && (glued || (spaced && previous?.kind === "sign"));
    if (product && text !== "or" && text !== "and") {
      for (const [i, letter] of [...text].entries())
        out.push({ kind: "letter", text: letter, spaced: spaced && i === 0 });
    } else out.push({ kind: "word", text, spaced });
  }
}

/** Splits prepared LaTeX into tokens. `null` if it contains something that final answers don't. */
export function tokenise(text: string): Token[] | null {
  const out: Token[] = [];
  let spaced = false;
  scanner.lastIndex = 0;
  while (scanner.lastIndex < text.length) {
    const hit = scanner.exec(text);
    if (hit === null || out.length > 400) return null;
    const [found, words, environment] = hit;
    const first = found.charCodeAt(0);
    if (found.trim() === "") {
      spaced = true;
      continue;
    }
    if (words !== undefined) {
      if (/^\s*(?:and|or|,)\s*$/.test(words))
        out.push({ kind: "word", text: words.trim() === "," ? "and" : words.trim(), spaced: true });
      else if (/^\s*\\?(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|log|ln)\s*$/.test(words))
        out.push({ kind: "command", text: `\\${words.trim()}`, spaced });
      else if (words.trim() !== "") out.push({ kind: "words", text: words.trim(), spaced });
    } else if (environment !== undefined)
      out.push({
        kind: "command",
        text: `${found.slice(0, found.indexOf("{")).trim()}{${environment}}`,
        spaced,
      });
    else if (first === 92)
      out.push({
        kind: found.length > 1 && /[a-zA-Z]/.test(found[1] ?? "") ? "command" : "sign",
        text: found,
        spaced,
      });
    else if ((first >= 48 && first <= 57) || (first === 46 && found.length > 1))
      out.push({ kind: "number", text: found, spaced });
    else if (/[a-zA-Z]/.test(found)) splitLetters(found, spaced, out[out.length - 1], out);
    else out.push({ kind: "sign", text: found, spaced });
    spaced = false;
  }
  return out;
}
