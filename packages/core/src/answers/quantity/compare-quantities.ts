import type { RuleComparison } from "../../protocol/answer.ts";
import type { Quantity } from "./parse-quantity.ts";
import type { Unit } from "./units.ts";

/** Relative rounding error of floating point. */
const ROUNDING_ERROR = 4e-15;
/** Relative error of unit conversions: people cut repeating decimals, such as a third of an hour. */
const CONVERSION_ERROR = 1e-9;
/**
 * People round when they convert between systems of units. Values within this relative distance may be meant
 * as the same.
 */
const SYSTEM_TOLERANCE = 0.02;

/** Compares two quantities by value and unit. */
export function compareQuantities(a: Quantity, b: Quantity): RuleComparison {
  const [one, other] = [a.unit, b.unit];
  if (one === null || other === null) {
    const unit = one ?? other;
    if (unit === null) return isNear(a.value, b.value, ROUNDING_ERROR) ? "same" : "different";
    // A figure without a unit may mean any unit of measure or currency, but not a percentage or a rate.
    if (unit.mustBeSaid) return "open";
    return isNear(a.value, b.value, ROUNDING_ERROR) ? "same" : "open";
  }
  if (one.dimension !== other.dimension) return "open";
  if (isSameUnit(one, other))
    return isNear(a.value, b.value, ROUNDING_ERROR) ? "same" : "different";
  const [x, y] = [toBase(a.value, one), toBase(b.value, other)];
  if (isNear(x, y, isDecimalShift(one, other) ? ROUNDING_ERROR : CONVERSION_ERROR)) return "same";
  return one.system !== other.system && isNear(x, y, SYSTEM_TOLERANCE) ? "open" : "different";
}

/** Compares with a tolerance, which must hold in the units of both. */
export function isWithin(a: Quantity, b: Quantity, tolerance: number): boolean {
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= tolerance;
  const [one, other] = [a.unit, b.unit];
  if (one === null || other === null) return !(one ?? other)?.mustBeSaid && near(a.value, b.value);
  if (one.dimension !== other.dimension) return false;
  return near(a.value, convert(b.value, other, one)) && near(convert(a.value, one, other), b.value);
}

/** Converts a value to another unit of its dimension. */
export function convert(value: number, from: Unit, to: Unit): number {
  if (isSameUnit(from, to)) return value;
  return round((toBase(value, from) - to.offset) / to.factor, from, to);
}

/**
 * Equal only for quantities of one value in one unit. It must not convert: conversions round, and quantities with
 * equal keys are merged without another comparison.
 */
export function quantityKey({ value, unit }: Quantity): string {
  return unit === null ? String(value) : `${value} ${unit.factor} ${unit.offset} ${unit.dimension}`;
}

const toBase = (value: number, unit: Unit): number =>
  round(value * unit.factor + unit.offset, unit);

/** Removes rounding errors. Offsets leave larger ones, because they cancel digits. */
const round = (value: number, ...units: Unit[]): number =>
  Number(value.toPrecision(units.every(({ offset }) => offset === 0) ? 15 : 12));

/** True if a conversion only shifts the decimal point, so that no digit is lost. */
const isDecimalShift = (a: Unit, b: Unit): boolean =>
  a.offset === b.offset &&
  Number.isInteger(Math.log10(Number((a.factor / b.factor).toPrecision(12))));

const isSameUnit = (a: Unit, b: Unit): boolean =>
  a === b || (a.dimension === b.dimension && a.factor === b.factor && a.offset === b.offset);

const isNear = (a: number, b: number, share: number): boolean =>
  a === b ||
  (!(Number.isInteger(a) && Number.isInteger(b) && share === ROUNDING_ERROR) &&
    Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b)));
