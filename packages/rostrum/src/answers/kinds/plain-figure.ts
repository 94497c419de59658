import { datesIn } from "../prose/dates.ts";
import type { DateSaid } from "../prose/dates.ts";
import { quantitiesIn } from "../prose/quantities.ts";
import type { Quantity } from "../prose/quantities.ts";
import { wordsIn } from "../prose/words.ts";
import { plainForm } from "./figures.ts";

const noWords: ReadonlySet<string> = new Set();

/** "x != 5" and "> 5" say which numbers, not one. */
const comparison = /[<>≤≥≠]|!=/;

/** "Half past 9", "second to last". */
const counting = /\b(?:half|quarter|past|to|from|last)\b/i;

const isPlainDate = ({ year, month, span, bound, part }: DateSaid): boolean =>
  year !== null && year > 0 && month === null && span === 1 && bound === null && part === null;

const isPlainQuantity = ({ value, to, unit, bound }: Quantity): boolean =>
  value === to && bound === null && unit?.dimension !== "clock";

/** Whether the figures of a short answer are numbers and no more: not a range, a bound, a time, a date or a comparison. */
export function isPlainFigure(answer: string): boolean {
  if (comparison.test(answer)) return false;
  const text = plainForm(answer);
  const words = wordsIn(text, new Map(), noWords);
  return (
    !(counting.test(text) && words.length <= 4) &&
    datesIn(text, words).every(isPlainDate) &&
    quantitiesIn(text, words).every(isPlainQuantity)
  );
}
