import { currencySigns } from "../../protocol/with-unit.ts";
import { numberAt } from "../prose/number-at.ts";
import { quantitiesIn } from "../prose/quantities.ts";
import type { Quantity } from "../prose/quantities.ts";
import { inUnit, sameQuantity } from "../prose/same-quantity.ts";
import { sameUnit } from "../prose/units.ts";
import type { Unit } from "../prose/units.ts";
import { wordsIn } from "../prose/words.ts";
import type { Word } from "../prose/words.ts";
import { sentenceStart } from "../reply/sentence.ts";
import { plainDigits, plainForm } from "./figures.ts";
import { numberIn } from "./parse-number.ts";
import { remember } from "./remember.ts";
import { sameNumber } from "./same-number.ts";

/** A number with its unit as a reply spells it: "minutes", "$", "%"; `null` without one. */
export interface Measure {
  value: number;
  unit: string | null;
}

const noWords: ReadonlySet<string> = new Set();
const wordsOf = (text: string): Word[] => wordsIn(text, new Map(), noWords);

/** A currency sign precedes its number, possibly with letters that tell one dollar from another. */
const signFirst = new RegExp(`^([A-Z]{0,2}[${currencySigns}])`);

const half = (offset: number): Unit => ({ dimension: "clock", system: "day", factor: 60, offset });
/** Hours before and after noon; 12 is the first of them. */
const halves: Readonly<Record<"am" | "pm", Unit>> = { am: half(0), pm: half(720) };

/** The unit that a name stands for. */
const unitNamed = remember((name): { unit: Unit | null } => {
  if (name === "am" || name === "pm") return { unit: halves[name] };
  for (const text of [name.replace(signFirst, "$11"), `1 ${name}`, `${name} 1`]) {
    const unit = quantitiesIn(text, wordsOf(text))[0]?.unit;
    if (unit != null) return { unit };
  }
  return { unit: null };
});

/** A unit is not searched for beyond this length, because numbers are not written that way. */
const longest = 2_000;

/** The last sentence with a figure or a number in words: the one that a number is read from. */
function* sentencesBack(text: string): Generator<string> {
  let end = text.trimEnd().length;
  for (let back = 0; back < 6 && end > 0; back++) {
    const start = sentenceStart(text, end);
    yield text.slice(start, end);
    end = text.slice(0, start).trimEnd().length;
  }
}

/** "9:30" and "16:9" begin with a number, but are none. */
const parted = /^:\d/;

/**
 * The unit of a number that was found in a text; "5 feet 6 inches" continues after its number. A range, a ratio
 * and a time of the day with minutes are not numbers.
 */
function measured(answer: string, value: number): Measure | null {
  const near = (a: number): boolean => sameNumber(a, value);
  for (const text of sentencesBack(plainForm(answer.slice(-longest)))) {
    const words = wordsOf(text);
    for (const quantity of quantitiesIn(text, words)) {
      const { unit, name } = quantity;
      const first = numberAt(text, words, quantity.from)?.value ?? Number.NaN;
      const said = unit?.dimension === "clock" ? first : inUnit(quantity.value, unit);
      const whole = near(said) || near(-said);
      if (!whole && !near(first) && !near(-first)) continue;
      const end = words[quantity.from]?.end ?? 0;
      if (quantity.value !== quantity.to || parted.test(text.slice(end, end + 2))) return null;
      if (unit === null || name === null) return { value, unit: null };
      return { value: whole ? value : tidy(Math.sign(value) * Math.abs(said)), unit: name };
    }
  }
  return { value, unit: null };
}

/** Removes the rounding errors of floating point. */
const tidy = (value: number): number => Number(value.toPrecision(12));

/** "Half an hour" is a number of hours. */
function loneQuantity(answer: string): number | null {
  if (answer.length > 40 || /\d/.test(answer)) return null;
  const [only, second] = quantitiesIn(answer, wordsOf(answer));
  if (only?.unit == null || second !== undefined || only.unit.dimension === "clock") return null;
  return inUnit(only.value, only.unit);
}

/** Most numbers have no unit. */
const plain = /^-?[\d.]+$/;

/** The number that an answer gives, with its unit; `null` where it gives none. */
export function measureIn(said: string): Measure | null {
  const answer = plainDigits(said);
  const value = numberIn(answer) ?? loneQuantity(answer);
  if (value === null || !Number.isFinite(value)) return null;
  const number = value === 0 ? 0 : value;
  return plain.test(answer) ? { value: number, unit: null } : measured(answer, number);
}

const quantity = (value: number, unit: Unit): Quantity => {
  const base = value * unit.factor + unit.offset;
  const bare = { name: null, approximate: false, bound: null, from: 0, last: 0 };
  return { value: base, to: base, unit, ...bare };
};

/** A value in another unit of its kind. */
const converted = (value: number, from: Unit, to: Unit): number =>
  tidy((value * from.factor + from.offset - to.offset) / to.factor);

/**
 * Whether two measures are the same: units of one kind are converted, other units are different, and a number
 * without a unit is the same number with any. A tolerance holds in either's unit.
 */
export function sameMeasure(a: Measure, b: Measure, tolerance?: number): boolean {
  if (a.unit === b.unit || a.unit === null || b.unit === null)
    return sameNumber(a.value, b.value, tolerance);
  const [one, other] = [unitNamed(a.unit).unit, unitNamed(b.unit).unit];
  if (one === null || other === null) return false;
  if (sameUnit(one, other)) return sameNumber(a.value, b.value, tolerance);
  if (tolerance === undefined || one.dimension !== other.dimension)
    return sameQuantity(quantity(a.value, one), quantity(b.value, other));
  return (
    sameNumber(a.value, converted(b.value, other, one), tolerance) &&
    sameNumber(converted(a.value, one, other), b.value, tolerance)
  );
}

/** A measure in another's unit, where it can be given in it. */
export function inUnitNamed(measure: Measure, unit: string | null): Measure {
  if (unit === null || measure.unit === unit) return measure;
  if (measure.unit === null) return { value: measure.value, unit };
  const [from, to] = [unitNamed(measure.unit).unit, unitNamed(unit).unit];
  if (from === null || to === null || from.dimension !== to.dimension) return measure;
  return { value: converted(measure.value, from, to), unit };
}

/** Equal for measures that are surely the same. */
export function measureKey({ value, unit }: Measure): string {
  const known = unit === null ? null : unitNamed(unit).unit;
  if (known === null) return String(value);
  return `${tidy(value * known.factor + known.offset)} ${known.dimension}`;
}
