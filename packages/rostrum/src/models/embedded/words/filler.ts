import type { Operator } from "./expression.ts";

const operators = new Map<string, Operator>([
  ["plus", "+"],
  ["minus", "-"],
  ["times", "*"],
  ["multiplied", "*"],
]);

/** Operators written as words: "3 plus 4 times 5". */
export const operatorWord = (word: string): Operator | undefined => operators.get(word);

/** Words and signs around a sum that don't change what is asked. */
const fillers = new Set(
  [
    "what what's what’s whats is are does do the a an of this that for in me us you your it",
    "compute calculate evaluate work out find solve determine simplify get give tell show how much many",
    "result value answer sum total expression calculation problem question following",
    "arithmetic math maths equal equals make makes come comes to please can could would hi hello now",
    // How people start a follow-up question.
    "about then also next so ok okay thanks but instead again",
    // Usual instructions after the sum.
    "and sure state at end response final finally step by steps think thinking through carefully",
    "explain reasoning working with only just number integer as reply respond exactly exact let's let’s",
    "? . ! , ; : = \" ' ` “ ” ‘ ’ $ \\",
  ].flatMap((line) => line.split(" ")),
);

export const isFiller = (token: string): boolean => fillers.has(token);
