import { parseMath } from "./parse.ts";
import { prepare } from "./prepare.ts";
import type { Tree } from "./tree.ts";

/** A mathematical answer made ready for comparing. */
export interface MathAnswer {
  /** Its LaTeX without anything that only sets type: equal forms are equal answers. */
  form: string;
  tree: Tree | null;
}

const outer = /^[\s.,;:]+|[\s.,;:]+$/g;

/** Longer than any formula: an essay, compared as words. */
const longest = 2_000;

export function mathAnswer(answer: string): MathAnswer {
  if (answer.length > longest) return { form: answer, tree: null };
  const prepared = prepare(answer).replace(outer, "");
  const form = prepared
    .replace(/\\(?:text|mbox|mathrm|textbf)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\s+/g, "");
  return { form, tree: parseMath(prepared) };
}
