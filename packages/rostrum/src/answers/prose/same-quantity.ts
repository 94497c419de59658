import { halfDay } from "./clock.ts";
import type { Quantity } from "./quantities.ts";
import { sameUnit, unitOf } from "./units.ts";
import type { Unit } from "./units.ts";

/** Between systems of units people round: 5 miles and 8 km are one answer. */
const rounding = 0.01;
const exact = 1e-6;

const near = (a: number, b: number, tolerance: number): boolean =>
  a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));

/** A value in base units as the number that was said with a unit. */
export const inUnit = (value: number, unit: Unit | null): number =>
  unit === null ? value : (value - unit.offset) / unit.factor;

/** The number as it was said, without its unit. */
const bare = ({ unit }: Quantity, value: number): number => inUnit(value, unit);

const sameNumber = (a: Quantity, b: Quantity): boolean =>
  near(bare(a, a.value), bare(b, b.value), exact) && near(bare(a, a.to), bare(b, b.to), exact);

/** Words for more than one unit: pounds are mass or money, degrees an angle or a temperature. */
const ambiguous = (a: Unit, b: Unit): boolean =>
  (sameUnit(a, unitOf("pound") ?? null) && b.dimension === "gbp") ||
  (sameUnit(a, unitOf("degree") ?? null) && b.dimension === "temperature");

/** Currencies that have cents. */
const hasCents = new Set(["usd", "eur", "cad", "aud", "nzd", "hkd", "sgd", "zar"]);

/** A quantity converted to a unit. */
const saidIn = (quantity: Quantity, unit: Unit): Quantity => ({
  ...quantity,
  unit,
  value: bare(quantity, quantity.value) * unit.factor + unit.offset,
  to: bare(quantity, quantity.to) * unit.factor + unit.offset,
});

/** Whether two measures of different dimensions are the same anyway. */
function sameThough(a: Quantity, b: Quantity, one: Unit, other: Unit): boolean {
  if (ambiguous(one, other)) return sameNumber(a, b);
  if (one.dimension === "cent" && hasCents.has(other.dimension))
    return sameMeasure(saidIn(a, { ...other, factor: 0.01 }), b, other, other);
  return one.short?.dimension === other.dimension
    ? sameMeasure(saidIn(a, one.short), b, one.short, other)
    : false;
}

const halfDayMinutes = 720;

/** Times of the day, in zones where both name one. */
function sameTime(a: number, one: Unit, b: number, other: Unit): boolean {
  const half = one.system === halfDay || other.system === halfDay;
  let apart = a - b;
  if (one.zone !== undefined && other.zone !== undefined && one.zone !== other.zone) {
    if (typeof one.zone === "string" || typeof other.zone === "string") return false;
    apart -= one.zone - other.zone;
  }
  return apart % (half ? halfDayMinutes : 2 * halfDayMinutes) === 0;
}

function sameMeasure(a: Quantity, b: Quantity, one: Unit, other: Unit): boolean {
  if (one.dimension !== other.dimension)
    return sameThough(a, b, one, other) || sameThough(b, a, other, one);
  if (one.dimension === "clock") return sameTime(a.value, one, b.value, other);
  if (one.dimension === "temperature" && one.system !== other.system)
    return Math.abs(a.value - b.value) <= 0.6;
  const tolerance = one.system === other.system ? exact : rounding;
  return near(a.value, b.value, tolerance) && near(a.to, b.to, tolerance);
}

/** Whether two quantities are one; a number without a unit is the same number with any. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== null && b.unit !== null) return sameMeasure(a, b, a.unit, b.unit);
  if (sameNumber(a, b)) return true;
  // 0.9 and 90 % are one number.
  const [percent, plain] = a.unit === null ? [b, a] : [a, b];
  return percent.unit?.dimension === "percent" && near(percent.value / 100, plain.value, exact);
}

/** How many figures a number has, the zeros at its ends left out. */
const figuresOf = (value: number): number =>
  String(Math.abs(Number(value.toPrecision(12))))
    .replace(/e.*$/, "")
    .replace(".", "")
    .replace(/^0+|0+$/g, "").length;

/** Whether a number, with as many figures as the other has, is the other: 325,719 and 326,000. */
function roundsTo(fine: number, coarse: number): boolean {
  const figures = figuresOf(coarse);
  return (
    figures > 0 &&
    figures <= 12 &&
    Number(fine.toPrecision(figures)) === Number(coarse.toPrecision(12))
  );
}

const within = (a: Quantity, b: Quantity): boolean =>
  b.value !== b.to && a.value >= b.value && a.to <= b.to;

/** Not the same, but one may mean the other: it is in the other's range, or rounds to it. */
export function closeQuantity(a: Quantity, b: Quantity): boolean {
  if (a.unit !== null && b.unit !== null && a.unit.dimension !== b.unit.dimension) return false;
  if (a.unit?.dimension === "clock") return false;
  if (within(a, b) || within(b, a)) return true;
  if (!near(a.value, b.value, 0.05)) return false;
  if (a.approximate || b.approximate || a.unit?.system !== b.unit?.system) return true;
  const [one, other] = [bare(a, a.value), bare(b, b.value)];
  return roundsTo(one, other) || roundsTo(other, one);
}
