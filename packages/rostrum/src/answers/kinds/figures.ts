import { scales } from "./number-words.ts";

const dressed = /[−–—‒\u00a0\u2009\u202f*_`'’]/;

const small = /[⁰¹²³⁴-⁹½⅓⅔¼¾⅕-⅞]/;
const smallDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const fractions = /(\d?)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g;

/** "10⁶" as "10^6", "5½" as "5 1/2". The power of a unit stays as it is: "m²". */
export function plainDigits(text: string): string {
  if (!small.test(text)) return text;
  return text
    .replace(
      /(?<=\d)([⁻⁺]?)([⁰¹²³⁴-⁹]+)/g,
      (_, sign: string, digits: string) =>
        `^${sign === "⁻" ? "-" : ""}${[...digits].map((digit) => smallDigits.indexOf(digit)).join("")}`,
    )
    .replace(
      fractions,
      (_, whole: string, sign: string) =>
        `${whole}${whole === "" ? "" : " "}${sign.normalize("NFKC").replace("⁄", "/")}`,
    );
}

/** Turns the ways of setting a number (LaTeX, Unicode, markdown) into plain characters. */
export function plainForm(text: string): string {
  let out = plainDigits(text);
  if (out.includes("\\")) {
    out = out
      .replace(
        /\\[dtc]?frac\s*(?:\{([^{}]*)\}|(\d))\s*(?:\{([^{}]*)\}|(\d))/g,
        (_, a, b, c, d) => ` ${a ?? b}/${c ?? d} `,
      )
      .replace(/\\(?:text|mbox|mathrm|textbf|mathbf|boxed)\s*\{([^{}]*)\}/g, " $1 ")
      .replace(/\{,\}|\\[,!]/g, ",")
      .replace(/\\times|\\cdot/g, "×")
      .replace(/\\(?:left|right|[;: %$])/g, (m) => (m === "\\%" ? "%" : m === "\\$" ? "$" : " "))
      .replace(/\\[()[\]]/g, " ");
  }
  // Most answers are plain already.
  if (!dressed.test(out)) return out;
  return out
    .replace(/[−–—‒](?=\s?[$€£]?\d)/g, "-")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .replace(/[*_`]{1,3}/g, "")
    .replace(/(\d)['’](?=\d{3})/g, "$1");
}

/** A number as people write it: grouped, fractional, mixed, scientific, per cent. */
const figure =
  /(?<![\d.,])([-+]?)\s?[$€£¥₹]?\s?([-+]?)(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3})+(?![\d.])(?:,\d+|\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}(?![.\d])|\d+(?:\.\d+)?|\.\d+)((?:e[-+]?\d{1,3})(?![a-z])|\s?[×x*]\s?10\s?\^\s?\{?([-+]?\d{1,3})\}?)?(?:\s?\/\s?(\d+(?:\.\d+)?)|\s(\d+)\/(\d+))?(?!\d)/gi;

/** "A 7-day week", "a 10-year-old tree": the number belongs to the word. */
const compound = /^-[a-z]{3}/i;

/** "1.200.000": with two dots they can only group. */
const dottedGroups = /^\d{1,3}(?:\.\d{3}){2,}$/;
const decimalComma = /^\d{1,3}(?:(?:\.\d{3})+|(?: \d{3})+),\d+$/;

export interface Figure {
  value: number;
  start: number;
  /** It describes a thing, as in "a 7-day week", and doesn't count or measure it. */
  describes: boolean;
}

/** Letters right behind a number that stand for thousands, millions and billions. */
export const attachedScale: RegExp = /^(?:k|K(?= \p{L})|M|B|[bm]n)(?![\p{L}\p{N}])/u;

function isScale(letters: string, text: string, parts: RegExpExecArray): boolean {
  const end = parts.index + parts[0].length;
  return attachedScale.test(letters + text.slice(end + letters.length, end + letters.length + 2));
}

function valueOf(parts: RegExpExecArray, text: string): number {
  const [all, sign = "", inner = "", digits = "", exponent = "", power, below, over, under] = parts;
  const mantissa = Number(
    decimalComma.test(digits)
      ? digits.replaceAll(/[. ]/g, "").replace(",", ".")
      : digits.replaceAll(dottedGroups.test(digits) ? "." : /[, ]/g, ""),
  );
  let value = mantissa;
  if (power !== undefined) value *= 10 ** Number(power);
  else if (exponent !== "") value *= 10 ** Number(exponent.slice(1));
  // Too small for a float is not zero.
  if (value === 0 && mantissa !== 0) return Number.NaN;
  if (below !== undefined) value = Number(below) === 0 ? Number.NaN : value / Number(below);
  if (over !== undefined && Number(under) !== 0) value += Number(over) / Number(under);
  const after = /^\s?(dozen|hundred|thousand|million|billion|trillion)\b|^\s?(k|m|b|bn|mn)\b/i.exec(
    text.slice(parts.index + all.length, parts.index + all.length + 12),
  );
  if (after?.[1] !== undefined) value *= scales.get(after[1].toLowerCase()) ?? 1;
  // "$2.5M" is money, and so may "1.2M users" be counted; "5 m" may be metres.
  else if (after?.[2] !== undefined && (/[$€£¥₹]/.test(all) || isScale(after[0], text, parts))) {
    value *= { k: 1e3, m: 1e6, b: 1e9 }[after[2].toLowerCase().charAt(0)] ?? 1;
  }
  const before = text[parts.index - 1] ?? " ";
  // In "5-10" and "x-3" the dash is not a sign.
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
    if (!Number.isFinite(value)) continue;
    const describes = compound.test(form.slice(figure.lastIndex, figure.lastIndex + 4));
    found.push({ value, start: parts.index, describes });
  }
  return found;
}
