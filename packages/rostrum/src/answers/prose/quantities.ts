import { currencySigns } from "../../protocol/with-unit.ts";
import { attachedScale } from "../kinds/figures.ts";
import { boundOf, dateBoundOf } from "./bounds.ts";
import type { Bound } from "./bounds.ts";
import { clockAt } from "./clock.ts";
import { numberAt } from "./number-at.ts";
import { currencyBefore, unitAfter, withRate } from "./unit-after.ts";
import { sameUnit, unitOf } from "./units.ts";
import type { Unit } from "./units.ts";
import type { Word } from "./words.ts";

/** A number as a text gives it, with its unit. */
export interface Quantity {
  /** In base units where there is a unit. */
  value: number;
  /** The upper end of a range; the value itself elsewhere. */
  to: number;
  unit: Unit | null;
  /** The unit in the text's own words: "miles per hour", "$". */
  name: string | null;
  approximate: boolean;
  bound: Bound;
  /** Places of its first and last word. */
  from: number;
  last: number;
}

const hedges = new Set(
  "about around approximately roughly nearly almost some circa over under least most estimated up ca".split(
    " ",
  ),
);

const shortScales: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  b: 1e9,
  bn: 1e9,
  t: 1e12,
};

/** "$2.5M" is two and a half million. */
function shortScale(words: readonly Word[], last: number): number | undefined {
  const next = words[last + 1];
  if (next === undefined || next.start > (words[last]?.end ?? 0) + 1) return undefined;
  return shortScales[next.lexeme.key];
}

const isNegative = (text: string, words: readonly Word[], at: number): boolean => {
  const start = words[at]?.start ?? 0;
  const sign = text.charAt(start - 1);
  if (sign === "-" || sign === "−") return !/[\p{L}\p{N}]/u.test(text.charAt(start - 2));
  return words[at - 1]?.lexeme.key === "minus";
};

/** "Second to last" counts from the end. */
const fromEnd = /^(?:[- ]to[- ]last|[- ]from (?:the )?(?:last|end|bottom))\b/i;

/** "An hour and a half". */
function unitAndHalf(text: string, words: readonly Word[], at: number): Quantity | null {
  const key = (i: number): string => words[i]?.lexeme.key ?? "";
  if (!/^an?$/.test(key(at)) || key(at + 2) !== "and" || key(at + 4) !== "half") return null;
  const name = text.slice(words[at + 1]?.start, words[at + 1]?.end);
  const unit = unitOf(name.toLowerCase());
  if (unit === undefined || key(at + 3) !== "a") return null;
  const value = 1.5 * unit.factor;
  const bound = boundOf(text, words[at]?.start ?? 0, words[at + 4]?.end ?? 0);
  return { value, to: value, unit, name, approximate: false, bound, from: at, last: at + 4 };
}

function quantityAt(
  text: string,
  words: readonly Word[],
  at: number,
  feet: boolean,
): Quantity | null {
  const clock = clockAt(text, words, at);
  if (clock !== null) {
    const { minutes, unit, name, last } = clock;
    const said = { value: minutes, to: minutes, unit, name, approximate: false };
    return { ...said, bound: dateBoundOf(text, words[at]?.start ?? 0), from: at, last };
  }
  const half = unitAndHalf(text, words, at);
  if (half !== null) return half;
  const number = numberAt(text, words, at);
  if (number === null) return null;
  let { value, last } = number;
  const money = currencyBefore(text, words, at);
  const end = words[last]?.end ?? 0;
  const scale =
    money !== null || attachedScale.test(text.slice(end, end + 4))
      ? shortScale(words, last)
      : undefined;
  if (scale !== undefined) {
    value *= scale;
    last++;
  }
  const numberEnd = words[last]?.end ?? 0;
  const said =
    money === null ? unitAfter(text, words, last, feet) : withRate(text, words, money, last);
  const unit = said?.unit ?? null;
  last = said?.last ?? last;
  const counted = fromEnd.exec(text.slice(numberEnd, numberEnd + 20));
  if (isNegative(text, words, at) || counted !== null) value = -value;
  const countedTo = counted === null ? 0 : numberEnd + counted[0].length;
  while ((words[last + 1]?.start ?? Infinity) < countedTo) last++;
  if (unit !== null) value = value * unit.factor + unit.offset;
  const sign = text.charAt((words[at]?.start ?? 0) - 1);
  const approximate = hedges.has(words[at - 1]?.lexeme.key ?? "") || sign === "~" || sign === "≈";
  const start = words[at]?.start ?? 0;
  // "5+ days" and "5 days or more".
  const bound = boundOf(text, start, numberEnd) ?? boundOf(text, start, words[last]?.end ?? 0);
  return { value, to: value, unit, name: said?.name ?? null, approximate, bound, from: at, last };
}

/** "5 feet 6 inches" is one quantity, and so is "3 minutes and 36 seconds". */
const addsTo = (words: readonly Word[], previous: Quantity, next: Quantity): boolean =>
  (previous.last === next.from - 1 ||
    (previous.last === next.from - 2 && words[next.from - 1]?.lexeme.key === "and")) &&
  previous.unit !== null &&
  next.unit !== null &&
  previous.unit.dimension === next.unit.dimension &&
  previous.unit.system === next.unit.system &&
  previous.unit.factor > next.unit.factor;

const dash = /^\s?[-–—]\s?[$€£]?$/;

const isSign = (name: string | null): boolean =>
  name !== null && name.length === 1 && currencySigns.includes(name);

/** "5-10", "5 to 10", "between 5 and 10". */
function isRange(
  text: string,
  words: readonly Word[],
  previous: Quantity,
  next: Quantity,
): boolean {
  const [before, at] = [previous.last, next.from];
  const [first, second] = [words[before], words[at]];
  if (first === undefined || second === undefined) return false;
  // In "$5-10" and "$5 to 10", the sign before the first number applies to both.
  const carried = next.unit === null && isSign(previous.name);
  if (previous.unit !== null && !carried && !sameUnit(previous.unit, next.unit)) return false;
  if (at === before + 1) return dash.test(text.slice(first.end, second.start));
  const middle = words[before + 1]?.lexeme.key;
  if (at !== before + 2) return false;
  return (
    middle === "to" || (middle === "and" && words[previous.from - 1]?.lexeme.key === "between")
  );
}

/** Every quantity in a text whose words are given. */
export function quantitiesIn(text: string, words: readonly Word[]): Quantity[] {
  const found: Quantity[] = [];
  const foot = unitOf("foot");
  for (let i = 0; i < words.length; i++) {
    const previous = found.at(-1);
    const next = quantityAt(
      text,
      words,
      i,
      previous?.unit?.factor === foot?.factor && previous?.last === i - 1,
    );
    if (next === null) continue;
    if (previous !== undefined && addsTo(words, previous, next)) {
      previous.value += next.value;
      previous.to += next.value;
      previous.last = next.last;
    } else if (previous !== undefined && isRange(text, words, previous, next)) {
      // "5 to 10 km": the unit belongs to both ends.
      if (previous.unit === null && next.unit !== null) {
        previous.value = previous.value * next.unit.factor + next.unit.offset;
        previous.unit = next.unit;
        previous.name = next.name;
      }
      previous.to = next.to;
      previous.last = next.last;
    } else found.push(next);
    i = next.last;
  }
  return found;
}
