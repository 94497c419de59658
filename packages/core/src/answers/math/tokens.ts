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
  const tokens: Token[] = [];
  let spaced = false;
  scanner.lastIndex = 0;
  while (scanner.lastIndex < text.length) {
    const hit = scanner.exec(text);
    if (hit === null || tokens.length > 400) return null;
    const [matched, words, environment] = hit;
    const first = matched.charCodeAt(0);
    if (matched.trim() === "") {
      spaced = true;
      continue;
    }
    if (words !== undefined) {
      if (/^\s*(?:and|or|,)\s*$/.test(words))
        tokens.push({
          kind: "word",
          text: words.trim() === "," ? "and" : words.trim(),
          spaced: true,
        });
      else if (/^\s*\\?(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|log|ln)\s*$/.test(words))
        tokens.push({ kind: "command", text: `\\${words.trim()}`, spaced });
      else if (words.trim() !== "") tokens.push({ kind: "words", text: words.trim(), spaced });
    } else if (environment !== undefined)
      tokens.push({
        kind: "command",
        text: `${matched.slice(0, matched.indexOf("{")).trim()}{${environment}}`,
        spaced,
      });
    else if (first === 92)
      tokens.push({
        kind: matched.length > 1 && /[a-zA-Z]/.test(matched[1] ?? "") ? "command" : "sign",
        text: matched,
        spaced,
      });
    else if ((first >= 48 && first <= 57) || (first === 46 && matched.length > 1))
      tokens.push({ kind: "number", text: matched, spaced });
    else if (/[a-zA-Z]/.test(matched))
      splitLetters(matched, spaced, tokens[tokens.length - 1], tokens);
    else tokens.push({ kind: "sign", text: matched, spaced });
    spaced = false;
  }
  return tokens;
}
