import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { figuresIn, numberIn } from "./parse-number.ts";

const relative = 1e-6;

/** The tail is enough: the number that prose ends with stands near its end. */
const tail = 2_000;

function lastFigure(text: string): number | null {
  const figures = figuresIn(text.length > tail ? text.slice(-tail) : text);
  return figures[figures.length - 1]?.value ?? null;
}

export function sameNumber(a: number, b: number, tolerance?: number): boolean {
  if (a === b) return true;
  const apart = Math.abs(a - b);
  return apart <= (tolerance ?? relative * Math.max(Math.abs(a), Math.abs(b)));
}

/** An answer that runs on as prose is read from its end, like the prose it is. */
const isProse = (answer: string): boolean => answer.length > 160;

function readNumber(reading: Reading): ReadAnswer<number> | null {
  const { answer, reasoning } = reading;
  let value: number | null = null;
  if (answer !== null) value = isProse(answer) ? lastFigure(answer) : numberIn(answer);
  // Without an answer, the number that the argument arrives at is one.
  else if (reasoning !== "") value = lastFigure(reasoning);
  return value === null || !Number.isFinite(value) ? null : { value: value === 0 ? 0 : value, wording: String(value === 0 ? 0 : value) };
}

export function numberReader(tolerance?: number): AnswerReader<number> {
  return {
    basis: "number",
    read: readNumber,
    same: (a, b) => sameNumber(a, b, tolerance),
    key: String,
  };
}
