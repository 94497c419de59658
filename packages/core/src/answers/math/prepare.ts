const characters: Record<string, string> = {
  "−": "-",
  "–": "-",
  "×": "\\times ",
  "·": "\\cdot ",
  "⋅": "\\cdot ",
  "÷": "/",
  π: "\\pi ",
  "√": "\\sqrt ",
  "∞": "\\infty ",
  "±": "\\pm ",
  "≤": "\\le ",
  "≥": "\\ge ",
  "≠": "\\ne ",
  "∪": "\\cup ",
  "∩": "\\cap ",
  "∈": "\\in ",
  "∅": "\\emptyset ",
  "²": "^2",
  "³": "^3",
  "½": "\\frac{1}{2}",
  "¼": "\\frac{1}{4}",
  "¾": "\\frac{3}{4}",
  "⅓": "\\frac{1}{3}",
  "⅔": "\\frac{2}{3}",
  θ: "\\theta ",
  "°": "\\text{degree} ",
  "\u00a0": " ",
  "…": "\\dots ",
  "≈": "=",
  "∶": ":",
};
const UNUSUAL = /[−–×·⋅÷π√∞±≤≥≠∪∩∈∅²³½¼¾⅓⅔θ°\u00a0…≈∶]/g;

/** Typesetting commands, and delimiters of math inside prose. */
const typesetting =
  /\\\\|\\(?:left|right|big[lr]?|Big[lr]?|bigg[lr]?|Bigg[lr]?|displaystyle|textstyle|limits|nolimits|hfill|middle)(?![a-zA-Z])\.?|\\[!,;:> ()[\]]|\\\$|\\q?quad(?![a-zA-Z])|\\(?:h|v|m)space\{[^{}]*\}|\\(?:phantom|label|tag)\{[^{}]*\}|\$|~|\*\*|&(?==)/g;

const FRACTIONS = /\\[dtc]frac(?![a-zA-Z])/g;
const DEGREES = /\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))|\\(?:degree|degrees)(?![a-zA-Z])/g;
const PERCENTS = /\\?%/g;
const GROUPS = /(?<![\d.,])\d{1,3}(?:(?:\{,\}|,)\d{3})+(?![\d]|,\d)/g;
const IN_LIST = /[(\[{][^()\[\]{}]*$/;

/** `\text{A,D}` and `\text{A and D}` list labels: the letters are the answer, not a phrase. */
const labels =
  /\\(?:text|mbox|textbf|mathrm)\s*\{\s*([A-Z](?:\s*(?:,\s*and|,|and)\s*[A-Z])+)\s*\}/g;

/** "6.02e23". */
const SCIENTIFIC = /(?<![\p{L}\\\d.])(\d+(?:\.\d+)?)e([-+]?\d{1,3})(?![\p{L}\d.])/giu;

const SEPARATORS = /\{,\}|\\,|,/g;

/** Removes commas that group thousands, but not those between the items of a point or a set. */
function joinThousands(text: string): string {
  return text.replace(GROUPS, (digits, at: number) => {
    if (digits.includes("{,}")) return digits.replace(SEPARATORS, "");
    const before = text.slice(Math.max(0, at - 60), at);
    const after = text.slice(at + digits.length, at + digits.length + 2);
    const inBrackets =
      IN_LIST.test(before) && !/\\(?:text|frac|boxed|sqrt)\s*\{[^{}]*$/.test(before);
    return inBrackets || after.startsWith(",") ? digits : digits.replace(SEPARATORS, "");
  });
}

/** Normalizes the notation of a formula to plain LaTeX. */
export function prepare(answer: string): string {
  // A backslash that was doubled once too often, as in JSON inside JSON. Rows of a matrix keep theirs.
  let text =
    answer.includes("\\\\") && !answer.includes("\\begin")
      ? answer.replace(/\\\\(?=[a-zA-Z])/g, "\\")
      : answer;
  if (UNUSUAL.test(text)) text = text.replace(UNUSUAL, (c) => characters[c] ?? c);
  if (text.includes("\\,")) text = text.replace(/(\d)\\,(?=\d{3}(?!\d))/g, "$1");
  text = text.replace(typesetting, (match) =>
    match === "\\\\" ? match : match === "\\!" ? "" : " ",
  );
  if (text.includes("\\"))
    text = text
      .replace(FRACTIONS, "\\frac")
      .replace(DEGREES, "\\text{degree} ")
      .replace(labels, "$1");
  if (text.includes("choose"))
    text = text.replace(/(?<!\d)(\d+)\s+choose\s+(\d+)/g, "\\binom{$1}{$2}");
  if (text.includes("%")) text = text.replace(PERCENTS, "\\text{percent} ");
  if (text.includes(",")) text = joinThousands(text);
  if (/\de[-+\d]/i.test(text)) text = text.replace(SCIENTIFIC, "$1\\times 10^{$2}");
  return text.trim();
}
