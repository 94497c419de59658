import { figuresIn } from "../kinds/parse-number.ts";
import { looksLikeValue } from "../reply/conclusion.ts";
import { tidyAnswer } from "../reply/tidy.ts";

const delimited = /\$\$([\s\S]{1,400}?)\$\$|\\\[([\s\S]{1,400}?)\\\]|\\\(([\s\S]{1,400}?)\\\)|\$([^$\n]{1,300}?)\$/g;

const strip = (formula: string): string => tidyAnswer(formula).replace(/[\s.,;]+$/, "");

/**
 * The formula that a sentence arrives at: the last one it sets as maths, else its last number. `null`
 * for an answer that is a formula, or words, already.
 */
export function formulaIn(text: string): string | null {
  if (text.length <= 40 && !text.includes("$") && !/[a-z]{2,} [a-z]{2,} /.test(text)) return null;
  if (looksLikeValue(text)) return null;
  let last: string | null = null;
  const tail = text.length > 3000 ? text.slice(-3000) : text;
  delimited.lastIndex = 0;
  for (let hit = delimited.exec(tail); hit !== null; hit = delimited.exec(tail)) {
    const formula = strip(hit[1] ?? hit[2] ?? hit[3] ?? hit[4] ?? "");
    if (formula !== "") last = formula;
  }
  if (last !== null) return last.includes("=") ? (last.split("=").at(-1)?.trim() ?? last) : last;
  const figures = figuresIn(tail);
  const figure = figures[figures.length - 1];
  return figure === undefined ? null : String(figure.value);
}
