import type { AnswerReader } from "../../protocol/answer.ts";
import { normaliseAnswer } from "../equality/normalise.ts";
import { parseMath } from "../math/parse.ts";
import { prepare } from "../math/prepare.ts";
import { sameTree } from "../math/same.ts";
import type { Tree } from "../math/tree.ts";
import { remember } from "./remember.ts";

/** A mathematical answer, prepared for comparison. */
interface MathAnswer {
  /** LaTeX without typesetting commands: equal forms are equal answers. */
  form: string;
  /** `null`: not a single expression. */
  tree: Tree | null;
}

/** Longer texts are not final answers. */
const MAX_CHARS = 2000;

/** Hexadecimal and binary digits, and derivatives, whose letters are not factors. */
const NOT_ARITHMETIC = /(?<![\p{L}\d.])0[xXbBoO][\da-fA-F]|\\frac\s*\{\s*d/u;

const prepareAnswer = remember((answer: string): MathAnswer => {
  if (answer.length > MAX_CHARS) return { form: answer, tree: null };
  const text = normaliseAnswer(answer);
  const prepared = prepare(text).replace(/[.,;:]+$/, "");
  const tree = NOT_ARITHMETIC.test(prepared) ? null : parseMath(prepared);
  const isList = tree !== null && /^\[[^[\],]*\]$/.test(prepared);
  return {
    // "2 3" is not 23.
    form: /\d \d/.test(text) ? prepared : prepared.replace(/\s+/g, ""),
    tree: isList ? { kind: "bracket", open: "[", close: "]", items: [tree] } : tree,
  };
});

/** True if two answers are the same expression, by value. */
export function sameMath(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [prepareAnswer(a), prepareAnswer(b)];
  if (one.form === other.form && one.form !== "") return true;
  return one.tree !== null && other.tree !== null && sameTree(one.tree, other.tree);
}

/** Words that are part of an expression. */
const OPERATORS =
  /^(?:arc|a)?(?:sin|cos|tan)h?$|^(?:sec|csc|cot|log|exp|sqrt|lim|max|min|mod|gcd|lcm|det|and|choose|infinity)$/i;

/** A unit of at most two words after the expression. */
const UNIT = /(?:(?<![\p{L}])\p{L}{2,}[\s.]*){1,2}(?:\^?\{?[23²³]\}?)?\W*$/u;

/** True if the text has words other than operators and a unit: then it is a sentence. */
function hasProse(answer: string): boolean {
  const plain = answer.replace(/\\(?:begin|end)\s*\{[a-z*]+\}|\\[a-zA-Z]+/g, " ");
  const listWords = (text: string): string[] =>
    (text.match(/\p{L}{3,}/gu) ?? []).filter((word) => !OPERATORS.test(word));
  if (listWords(plain).length <= 1 && /^\W*\p{L}+\W*$/u.test(plain)) return false;
  const rest = plain.replace(UNIT, "");
  return listWords(rest).length > 0 || (listWords(plain).length > 0 && !/[\d)}\]]\W*$/.test(rest));
}

/** True for one expression, with or without a unit, or one word such as a name. */
export const isMath = (answer: string): boolean =>
  prepareAnswer(answer).tree !== null && !hasProse(answer);

/**
 * Compares mathematics by value: expressions at sample points, points and intervals part by part, sets in any
 * order.
 */
export function mathReader(): AnswerReader<string> {
  return {
    basis: "math",
    read: ({ answer, from }) =>
      answer === null || from === "whole" || !isMath(answer)
        ? null
        : { value: answer, wording: answer },
    same: sameMath,
    key: (answer) => prepareAnswer(answer).form || answer,
  };
}
