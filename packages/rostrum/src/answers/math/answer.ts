import { normalised } from "../words/tokens.ts";
import { trimOf } from "../words/trim.ts";
import { parseMath } from "./parse.ts";
import { prepare } from "./prepare.ts";
import type { Tree } from "./tree.ts";

/** A mathematical answer, prepared for comparing. */
export interface MathAnswer {
  /** Its LaTeX without commands that only format: equal forms are equal answers. */
  form: string;
  tree: Tree | null;
  /** Its words, if it consists of words. Only then may it be compared without signs. */
  words: string | null;
}

const isWords = /^[\p{L}\s.,;:!?'’"()]+$/u;

/** Longer than any formula: an essay, compared as words. */
const longest = 2_000;

export function mathAnswer(answer: string): MathAnswer {
  const words = isWords.test(answer) ? normalised(answer) : null;
  if (answer.length > longest) return { form: answer, tree: null, words };
  const prepared = trimOf(prepare(answer), ".,;:");
  const form = prepared
    .replace(/\\(?:text|mbox|mathrm|textbf)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\s+/g, "");
  return { form, tree: parseMath(prepared), words };
}
