import { createRandom } from "@rostrum/core/record";
import { ConfigError } from "@rostrum/core/support";
import type { EvalItem } from "./item.ts";

/**
 * - `du`: Du et al.'s task, a+b*c+d-e*f with numbers below 30
 * - `du99`: the same with numbers below 100
 * - `triple`: one product of three numbers with a six-digit value, which small models get wrong
 * - `two_triples`: two of them
 */
export type ArithmeticForm = "du" | "du99" | "triple" | "two_triples";

/** Options of `arithmetic()`. */
export interface ArithmeticOptions {
  /** Default 100. */
  count?: number;
  /** Default 0. */
  seed?: number;
  /** Default `du`. */
  form?: ArithmeticForm;
}

/** Generates distinct arithmetic questions. The same seed gives the same questions on every machine. */
export function arithmetic(options: ArithmeticOptions = {}): EvalItem[] {
  const { count = 100, seed = 0, form = "du" } = options;
  const createTerms = FORMS[form];
  if (createTerms === undefined) {
    const message = `expected one of ${Object.keys(FORMS).join(", ")}, got "${form}"`;
    throw new ConfigError("form", message);
  }
  const random = createRandom(`arithmetic ${form} ${seed}`);
  const usedExpressions = new Set<string>();
  const items: EvalItem[] = [];
  while (items.length < count) {
    const terms = createTerms((below) => Math.floor(random() * below));
    const expression = terms.map(({ text }) => text).join("");
    const value = terms.reduce((sum, term) => sum + term.value, 0);
    if (usedExpressions.has(expression) || Math.abs(value) > MAX_VALUE) continue;
    usedExpressions.add(expression);
    items.push({
      id: `${form}-${seed}-${items.length}`,
      question: `What is ${expression}?`,
      gold: String(value),
    });
  }
  return items;
}

const MAX_VALUE = 999_999;

interface Term {
  text: string;
  value: number;
}

type Draw = (below: number) => number;

const FORMS: Record<ArithmeticForm, (draw: Draw) => Term[]> = {
  du: (draw) => createDuTerms(draw, 30),
  du99: (draw) => createDuTerms(draw, 100),
  triple: (draw) => [
    createProduct("", drawSixDigitProduct(draw)),
    createProduct("+", [draw(100)]),
    createProduct("-", [draw(100), draw(100)]),
  ],
  two_triples: (draw) => [
    createProduct("", drawSixDigitProduct(draw)),
    createProduct("+", drawSixDigitProduct(draw)),
  ],
};

function createDuTerms(draw: Draw, below: number): Term[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: 6 }, () => draw(below));
  return [
    createProduct("", [a]),
    createProduct("+", [b, c]),
    createProduct("+", [d]),
    createProduct("-", [e, f]),
  ];
}

function createProduct(sign: "" | "+" | "-", factors: readonly number[]): Term {
  const value = factors.reduce((a, b) => a * b, 1);
  return { text: `${sign}${factors.join("*")}`, value: sign === "-" ? -value : value };
}

function drawSixDigitProduct(draw: Draw): number[] {
  for (;;) {
    const factors = [draw(100), draw(100), draw(100)];
    const value = factors.reduce((a, b) => a * b, 1);
    if (value >= 100_000 && value < 500_000) return factors;
  }
}
