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

export function mathAnswer(answer: string): MathAnswer {
  const prepared = prepare(answer).replace(outer, "");
  const form = prepared.replace(/\\(?:text|mbox|mathrm|textbf)\s*\{([^{}]*)\}/g, "$1").replace(/\s+/g, "");
  return { form, tree: parseMath(prepared) };
}
