import { trimBoth } from "../words/trim.ts";

/** A subscript follows a letter, a number or a bracket; "customer_id" is a name in a program. */
const FORMULA =
  /\\[a-zA-Z]+|[\dA-Za-z)\]}]\s*\^\s*[\dA-Za-z({]|(?:(?<![A-Za-z\d_])(?:[A-Za-z]|\d+|log|lim)|[)\]}])\s*_\s*[\dA-Za-z({]|√|π|∞|±/;
const TUPLE_HEAD = /^[(\[{]\s*-?[\d.\\]/;
const SPACED_OPERATOR = /\s*([-+*/=])\s*/g;
const EXPRESSION = /^[-+]?[\d.]*[a-zA-Z]?(?:[-+*/=][\d.]*[a-zA-Z]?)+$/;

/** Dates, ranges and phone numbers, whose dashes are not subtractions. */
const DASHED = /^\s*\d+(?:\s?[-–/.]\s?\d+)+\s*$/;

/** True for comma-separated items in brackets, the first of which is a number. */
function isTuple(bare: string): boolean {
  const comma = bare.indexOf(",");
  return (
    comma > 0 &&
    TUPLE_HEAD.test(bare) &&
    /[)\]}]$/.test(bare) &&
    !/[()[\]]/.test(bare.slice(1, comma)) &&
    !bare.includes("\n", comma)
  );
}

/**
 * Removes space first: matching optional space on both sides of each operator would backtrack exponentially.
 */
const isExpression = (bare: string): boolean =>
  EXPRESSION.test(bare.replace(SPACED_OPERATOR, "$1"));

/** True for a formula, a tuple, an interval or an expression. */
export const looksLikeMath = (answer: string): boolean =>
  answer.length <= 400 &&
  !DASHED.test(answer) &&
  (FORMULA.test(answer) ||
    isTuple(trimBoth(answer, "$")) ||
    (/\d|[a-z]\s*[-+*/=]/.test(answer) && isExpression(trimBoth(answer, "$"))));
