import { scales, spelledNumber } from "./number-words.ts";

const plain = /^-?\d+(?:\.\d+)?$/;

/** Turns the ways of setting a number (LaTeX, Unicode, markdown) into plain characters. */
function plainForm(text: string): string {
  let out = text;
  if (out.includes("\\")) {
    out = out
      .replace(/\\[dtc]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))/g, (_, a, b, c, d) => ` ${a ?? b}/${c ?? d} `)
      .replace(/\\(?:text|mbox|mathrm|textbf|mathbf|boxed)\s*\{([^{}]*)\}/g, " $1 ")
      .replace(/\{,\}|\\[,!]/g, ",")
      .replace(/\\times|\\cdot/g, "×")
      .replace(/\\(?:left|right|[;: %$])/g, (m) => (m === "\\%" ? "%" : m === "\\$" ? "$" : " "))
      .replace(/\\[()[\]]/g, " ");
  }
  return out
    .replace(/[−–—‒](?=\s?[$€£]?\d)/g, "-")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .replace(/[*_`]{1,3}/g, "")
    .replace(/(\d)['’](?=\d{3})/g, "$1");
}

/** A number as people write it: grouped, fractional, mixed, scientific, per cent. */
const figure =
  /(?<![\d.,])([-+]?)\s?[$€£¥₹]?\s?([-+]?)(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d.])(?:,\d+|\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d+(?:\.\d+)?|\.\d+)((?:e[-+]?\d{1,3})(?![a-z])|\s?[×x*]\s?10\s?\^\s?\{?([-+]?\d{1,3})\}?)?(?:\s?\/\s?(\d+(?:\.\d+)?)|\s(\d+)\/(\d+))?(?![\d])/gi;

const european = /^\d{1,3}(?:\.\d{3})+,\d+$/;

export interface Figure {
  value: number;
  start: number;
  end: number;
}

function valueOf(parts: RegExpExecArray, text: string): number {
  const [all, sign = "", inner = "", digits = "", exponent = "", power, below, over, under] = parts;
  let value = european.test(digits)
    ? Number(digits.replaceAll(".", "").replace(",", "."))
    : Number(digits.replaceAll(/[, ]/g, ""));
  if (power !== undefined) value *= 10 ** Number(power);
  else if (exponent !== "") value *= 10 ** Number(exponent.slice(1));
  if (below !== undefined && Number(below) !== 0) value /= Number(below);
  if (over !== undefined && Number(under) !== 0) value += Number(over) / Number(under);
  const after = /^\s?(hundred|thousand|million|billion|trillion)\b|^\s?(k|m|b|bn|mn)\b/i.exec(
    text.slice(parts.index + all.length, parts.index + all.length + 12),
  );
  if (after?.[1] !== undefined) value *= scales.get(after[1].toLowerCase()) ?? 1;
  // "$2.5M" is money; "5 m" may be metres.
  else if (after?.[2] !== undefined && /[$€£¥₹]/.test(all)) {
    value *= { k: 1e3, m: 1e6, b: 1e9 }[after[2].toLowerCase().charAt(0)] ?? 1;
  }
  const before = text[parts.index - 1] ?? " ";
  // In "5-10" and "x-3" the dash is no sign.
  const signed = (sign === "-" && !/[\p{L}\p{N})\]]/u.test(before)) || inner === "-";
  return signed ? -value : value;
}

/** Every number in a text, in order. */
export function figuresIn(text: string): Figure[] {
  const form = plainForm(text);
  const found: Figure[] = [];
  figure.lastIndex = 0;
  for (let parts = figure.exec(form); parts !== null; parts = figure.exec(form)) {
    const value = valueOf(parts, form);
    if (Number.isFinite(value)) found.push({ value, start: parts.index, end: figure.lastIndex });
  }
  return found;
}

const afterEquals = /[=≈](?!.*[=≈])\s*([^=≈]*)$/s;

/** The number that an answer gives; `null` where it gives none. */
export function numberIn(answer: string): number | null {
  if (plain.test(answer)) return Number(answer);
  const negated = /\b(?:minus|negative)\s+[$€£]?\d/i.test(answer) ? -1 : 1;
  const result = afterEquals.exec(answer)?.[1];
  const last = result === undefined ? undefined : figuresIn(result)[0];
  const first = last ?? figuresIn(answer)[0];
  if (first !== undefined) return negated * first.value;
  return answer.length > 200 ? null : spelledNumber(answer);
}
