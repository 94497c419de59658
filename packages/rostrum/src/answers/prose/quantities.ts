import { scales } from "../kinds/number-words.ts";
import { unitOf } from "./units.ts";
import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

/** A number as a text gives it, with its unit in base units. */
export interface Quantity {
  /** In base units where there is a unit. */
  value: number;
  /** The upper end of a range; the value itself elsewhere. */
  to: number;
  unit: Unit | null;
  approximate: boolean;
  /** Index of its first and of its last word. */
  from: number;
  last: number;
}

const hedges = new Set(
  "about around approximately roughly nearly almost some circa over under least most estimated up ca".split(
    " ",
  ),
);

const isDigits = (key: string): boolean => {
  const code = key.charCodeAt(0);
  return code >= 48 && code <= 57;
};

/** "One and a half". */
const andHalf = (words: readonly Word[], i: number): boolean =>
  words[i]?.lexeme.key === "and" &&
  words[i + 1]?.lexeme.key === "a" &&
  words[i + 2]?.lexeme.key === "half";

interface Parsed {
  value: number;
  last: number;
}

/** Joins "two hundred and fifty thousand", "3.5 million", "twenty five", "1/2". */
function numberAt(text: string, words: readonly Word[], at: number): Parsed {
  let total = 0;
  let group = Number(words[at]?.lexeme.key);
  let last = at;
  for (let i = at + 1; i < words.length; i++) {
    const word = words[i];
    const before = words[i - 1];
    if (word === undefined || before === undefined) break;
    const gap = text.slice(before.end, word.start);
    const scale =
      gap === " " || gap === "-" || gap === "" ? scales.get(word.lexeme.key) : undefined;
    if (andHalf(words, i)) {
      group += 0.5;
      i += 2;
    } else if (scale === 100 || scale === 12) group *= scale;
    else if (scale !== undefined) {
      total += group * scale;
      group = 0;
    } else if (
      gap === "/" &&
      word.lexeme.number &&
      isDigits(word.lexeme.key) &&
      Number(word.lexeme.key) !== 0
    ) {
      group /= Number(word.lexeme.key);
    } else if (
      word.lexeme.number &&
      (gap === " " || gap === "-") &&
      !/^\d/.test(text.slice(before.start, before.start + 1)) &&
      !/^\d/.test(text.slice(word.start, word.start + 1)) &&
      (Number(word.lexeme.key) < 10 || group % 100 === 0)
    ) {
      group += Number(word.lexeme.key);
    } else if (
      word.lexeme.key === "and" &&
      words[i + 1]?.lexeme.number === true &&
      group >= 100 &&
      total === 0
    ) {
      continue;
    } else break;
    last = i;
  }
  const value = total + group;
  return { value: Number.isFinite(value) ? value : Number.MAX_VALUE, last };
}

const two = (words: readonly Word[], at: number): string =>
  `${words[at]?.lexeme.stem ?? ""} ${words[at + 1]?.lexeme.stem ?? ""}`;

/** The unit after a number: one word ("km"), several ("miles per hour", "square feet"), or a sign ("%", "°C"). */
function unitAfter(
  text: string,
  words: readonly Word[],
  number: Parsed,
  before: Quantity | undefined,
): { unit: Unit; last: number } | null {
  const end = words[number.last]?.end ?? 0;
  const sign = text.charAt(text.charAt(end) === " " ? end + 1 : end);
  if (sign === "%" || sign === "€" || sign === "£" || sign === "₹") {
    const unit = unitOf(sign);
    if (unit !== undefined) return { unit, last: number.last };
  }
  const next = words[number.last + 1];
  if (next === undefined) return null;
  const gap = text.slice(end, next.start);
  if (gap.length > 3 || /[.,;:()\n]/.test(gap)) return null;
  const i = number.last + 1;
  if (gap.includes("°") || next.lexeme.key === "degrees" || next.lexeme.key === "degree") {
    const scale = gap.includes("°") ? next : words[i + 1];
    const letter = scale?.lexeme.key.charAt(0);
    const spelled = scale === undefined ? undefined : unitOf(scale.lexeme.key);
    if (spelled?.dimension === "temperature")
      return { unit: spelled, last: gap.includes("°") ? i : i + 1 };
    if (
      scale !== undefined &&
      scale.lexeme.key.length === 1 &&
      (letter === "c" || letter === "f")
    ) {
      const unit = unitOf(letter === "c" ? "celsius" : "fahrenheit");
      if (unit !== undefined) return { unit, last: gap.includes("°") ? i : i + 1 };
    }
    const unit = unitOf("degree");
    return unit === undefined || gap.includes("°") ? null : { unit, last: i };
  }
  const per =
    words[i + 1]?.lexeme.key === "per" || words[i + 1]?.lexeme.key === "an"
      ? unitOf(`${next.lexeme.stem} per ${words[i + 2]?.lexeme.stem}`)
      : undefined;
  if (per !== undefined) return { unit: per, last: i + 2 };
  if (next.lexeme.key === "km" && text.startsWith("/h", next.end)) {
    const unit = unitOf("kph");
    if (unit !== undefined) return { unit, last: i + 1 };
  }
  const pair = unitOf(two(words, i));
  if (pair !== undefined) return { unit: pair, last: i + 1 };
  if (next.lexeme.key === "light" && words[i + 1]?.lexeme.stem === "year") {
    const unit = unitOf("lightyear");
    if (unit !== undefined) return { unit, last: i + 1 };
  }
  if (next.lexeme.key === "in" && before?.unit === unitOf("foot")) {
    const unit = unitOf("inch");
    if (unit !== undefined) return { unit, last: i };
  }
  // "5 M" and "3 in" are too short to be sure of, unless they touch the number.
  if (
    next.lexeme.key.length === 1 &&
    (gap !== "" || next.lexeme.capital) &&
    next.lexeme.key !== "m" &&
    next.lexeme.key !== "g"
  )
    return null;
  const unit = unitOf(next.lexeme.key) ?? unitOf(next.lexeme.stem);
  return unit === undefined ? null : { unit, last: i };
}

function currencyBefore(text: string, words: readonly Word[], at: number): Unit | null {
  const start = words[at]?.start ?? 0;
  const before = text.charAt(start - 1) === " " ? text.charAt(start - 2) : text.charAt(start - 1);
  if ("$€£¥₹₩₿₽".includes(before) && before !== "") return unitOf(before) ?? null;
  const code = words[at - 1]?.lexeme.key;
  if (code !== undefined && code.length === 3 && words[at - 1]?.lexeme.capital === true) {
    const unit = unitOf(code);
    if (unit !== undefined && unit.dimension === code) return unit;
  }
  return null;
}

const shortScale: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  b: 1e9,
  bn: 1e9,
  t: 1e12,
};

const inBase = (value: number, unit: Unit | null): number =>
  unit === null ? value : value * unit.factor + unit.offset;

/** Every quantity in a text whose words are given; compound ones ("5 feet 6 inches") are added up. */
export function quantitiesIn(text: string, words: readonly Word[]): Quantity[] {
  const found: Quantity[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) continue;
    const half = word.lexeme.key === "half" && /^an?$/.test(words[i + 1]?.lexeme.key ?? "");
    if (!word.lexeme.number && !half) continue;
    const parsed = half ? { value: 0.5, last: i + 1 } : numberAt(text, words, i);
    if (Number.isNaN(parsed.value)) continue;
    let unit = currencyBefore(text, words, i);
    let last = parsed.last;
    if (unit !== null) {
      const next = words[last + 1];
      const scale = next === undefined ? undefined : shortScale[next.lexeme.key];
      if (scale !== undefined && next !== undefined && next.start <= (words[last]?.end ?? 0) + 1) {
        parsed.value *= scale;
        last++;
      }
      // "$5 US" and "$5 dollars" say the currency twice.
    } else {
      const after = unitAfter(text, words, parsed, found.at(-1));
      if (after !== null) {
        unit = after.unit;
        last = after.last;
      }
    }
    const before = text.charAt(word.start - 1);
    const negative =
      ((before === "-" || before === "−") && !/[\p{L}\p{N}]/u.test(text.charAt(word.start - 2))) ||
      words[i - 1]?.lexeme.key === "minus";
    const value = inBase(negative ? -parsed.value : parsed.value, unit);
    const hedge = words[i - 1]?.lexeme.key ?? "";
    const approximate = hedges.has(hedge) || before === "~" || before === "≈";
    const previous = found.at(-1);
    if (
      previous !== undefined &&
      previous.last === i - 1 &&
      unit !== null &&
      previous.unit !== null &&
      previous.unit !== unit &&
      previous.unit.dimension === unit.dimension &&
      previous.unit.system === unit.system &&
      previous.unit.factor > unit.factor
    ) {
      previous.value += value;
      previous.to += value;
      previous.last = last;
    } else if (
      previous !== undefined &&
      isRange(text, words, previous.last, i) &&
      (previous.unit === null || previous.unit === unit)
    ) {
      const low = previous.unit === null ? inBase(previous.value, unit) : previous.value;
      previous.value = low;
      previous.to = value;
      previous.unit = unit;
      previous.last = last;
    } else found.push({ value, to: value, unit, approximate, from: i, last });
    i = last;
  }
  return found;
}

const dash = /^\s?[-–—]\s?[$€£]?$/;

function isRange(text: string, words: readonly Word[], before: number, at: number): boolean {
  const first = words[before];
  const second = words[at];
  if (first === undefined || second === undefined) return false;
  if (at === before + 1) return dash.test(text.slice(first.end, second.start));
  const middle = words[before + 1]?.lexeme.key;
  if (at !== before + 2) return false;
  return (
    middle === "to" ||
    (middle === "and" &&
      (words[at - 4]?.lexeme.key === "between" || words[at - 3]?.lexeme.key === "between"))
  );
}

/** Between systems of units people round: 5 miles and 8 km are one answer. */
const rounding = 0.02;

const near = (a: number, b: number, tolerance: number): boolean =>
  a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));

const bare = ({ unit }: Quantity, value: number): number =>
  unit === null ? value : (value - unit.offset) / unit.factor;

/** "Pounds" are money or mass. */
const bothPounds = (a: Unit, b: Unit): boolean =>
  (a.dimension === "gbp" && b.system === "pounds") ||
  (b.dimension === "gbp" && a.system === "pounds");

/** Whether two quantities are one; a number without a unit is the same number with any. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== null && b.unit !== null) {
    if (a.unit.dimension !== b.unit.dimension)
      return bothPounds(a.unit, b.unit) && near(bare(a, a.value), bare(b, b.value), 1e-6);
    if (a.unit.dimension === "temperature" && a.unit.system !== b.unit.system)
      return Math.abs(a.value - b.value) <= 0.6;
    const tolerance = a.unit.system === b.unit.system ? 1e-6 : rounding;
    return near(a.value, b.value, tolerance) && near(a.to, b.to, tolerance);
  }
  if (near(bare(a, a.value), bare(b, b.value), 1e-6))
    return near(bare(a, a.to), bare(b, b.to), 1e-6);
  // 0.9 and 90 % are one number.
  const [percent, plain] = a.unit === null ? [b, a] : [a, b];
  return percent.unit?.dimension === "percent" && near(percent.value / 100, plain.value, 1e-6);
}

/** Whether a number, with as many figures as the other has, is the other: 325,719 and 326,000. */
function roundsTo(exact: number, round: number): boolean {
  const figures = String(Math.abs(Number(round.toPrecision(12))))
    .replace(/e.*$/, "")
    .replace(".", "")
    .replace(/^0+|0+$/g, "").length;
  return (
    figures > 0 &&
    figures <= 12 &&
    Number(exact.toPrecision(figures)) === Number(round.toPrecision(12))
  );
}

/** Not the same, yet one may stand for the other: it lies in the other's range, or rounds to it. */
export function closeQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== null && b.unit !== null && a.unit.dimension !== b.unit.dimension) return false;
  const within = (x: Quantity, y: Quantity): boolean =>
    x.value >= y.value && x.to <= y.to && y.value !== y.to;
  if (within(a, b) || within(b, a)) return true;
  if (!near(a.value, b.value, 0.03)) return false;
  if (a.approximate || b.approximate || a.unit?.system !== b.unit?.system) return true;
  return (
    roundsTo(bare(a, a.value), bare(b, b.value)) || roundsTo(bare(b, b.value), bare(a, a.value))
  );
}
