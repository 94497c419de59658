import { FRACTIONS, type Rational } from "../math/exact.ts";
import { computeCalculation, haveSameDimensions, type Measure } from "./compute.ts";

/** Results of the calculations in a text. */
export interface CheckedCalculations {
  /** Equations that are correct. */
  correct: string[];
  /** Equations that are wrong. */
  wrong: string[];
}

/** Longer texts and lines are not computed: no person writes them. */
const MAX_CALCULATIONS = 1000;
const MAX_LINE_CHARS = 2000;

const EQUALS = /[=≈]/;
/** List mark before an equation. */
const LIST_MARK = /^\s*(?:[-*•]\s+|\d+[.)]\s+)?/;

/**
 * Recomputes every line of a text that is an equation: `17 × 23 = 391`, `3 h × 60 km/h = 180 km`. Ignores
 * other lines. A side that is a plain figure may be rounded to its last digit.
 */
export function checkCalculations(text: string): CheckedCalculations {
  const lines = text.split("\n").filter((line) => EQUALS.test(line));
  const results: CheckedCalculations = { correct: [], wrong: [] };
  if (lines.length > MAX_CALCULATIONS) return results;
  for (const line of lines) {
    if (line.length > MAX_LINE_CHARS) continue;
    const equation = line.replace(LIST_MARK, "").trimEnd().replace(/\.$/, "").trimEnd();
    const isCorrect = areSidesEqual(equation.split(EQUALS).map((side) => side.trim()));
    if (isCorrect !== null) results[isCorrect ? "correct" : "wrong"].push(equation);
  }
  return results;
}

/** True if all sides are equal. `null` if one of them is not a calculation, or if dimensions differ. */
function areSidesEqual(sides: readonly string[]): boolean | null {
  if (sides.length < 2) return null;
  const values: Measure[] = [];
  for (const side of sides) {
    const value = computeCalculation(side);
    if (value === null) return null;
    values.push(value);
  }
  const [first] = values as [Measure];
  if (!values.every((value) => haveSameDimensions(first, value))) return null;
  return values.slice(1).every((value, index) => {
    const [previous, side] = [values[index] as Measure, sides[index + 1] as string];
    return isWithinRounding(previous.value, value.value, side);
  });
}

const FIGURE = /^[^\d.]*((?:\d[\d,]*)?(?:\.\d+)?)[^\d]*$/;

/** True if the values are equal, or equal when rounded to the last digit of the right side. */
function isWithinRounding(left: Rational, right: Rational, figureText: string): boolean {
  const difference = FRACTIONS.add(left, FRACTIONS.negate(right));
  if (difference.numerator === 0n) return true;
  const figure = FIGURE.exec(figureText)?.[1];
  if (figure === undefined || right.numerator === 0n) return false;
  const shownDigits = BigInt(figure.replaceAll(/[,.]/g, "") || "0");
  if (shownDigits === 0n) return false;
  // One unit of the last digit is the value divided by its digits; rounding may lose half of it.
  const scaledError = abs(difference.numerator * right.denominator * shownDigits * 2n);
  return scaledError <= abs(right.numerator * difference.denominator);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
