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

/** Arithmetic questions by seed, each once. The same seed gives the same questions everywhere. */
export function arithmetic(options: ArithmeticOptions = {}): EvalItem[] {
  const { count = 100, seed = 0, form = "du" } = options;
  const make = FORMS[form];
  if (make === undefined) {
    const message = `expected one of ${Object.keys(FORMS).join(", ")}, got "${form}"`;
    throw new ConfigError("form", message);
  }
  const random = createRandom(`arithmetic ${form} ${seed}`);
  const seen = new Set<string>();
  const items: EvalItem[] = [];
  while (items.length < count) {
    const terms = make((below) => Math.floor(random() * below));
    const expression = terms.map(({ text }) => text).join("");
    const value = terms.reduce((sum, term) => sum + term.value, 0);
    if (seen.has(expression) || Math.abs(value) > LARGEST) continue;
    seen.add(expression);
    items.push({
      id: `${form}-${seed}-${items.length}`,
      question: `What is ${expression}?`,
      gold: String(value),
    });
  }
  return items;
}

const LARGEST = 999_999;

interface Term {
  text: string;
  value: number;
}

type Draw = (below: number) => number;

const FORMS: Record<ArithmeticForm, (draw: Draw) => Term[]> = {
  du: (draw) => duTerms(draw, 30),
  du99: (draw) => duTerms(draw, 100),
  triple: (draw) => [
    product("", sixDigits(draw)),
    product("+", [draw(100)]),
    product("-", [draw(100), draw(100)]),
  ],
  two_triples: (draw) => [product("", sixDigits(draw)), product("+", sixDigits(draw))],
};

function duTerms(draw: Draw, below: number): Term[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: 6 }, () => draw(below));
  return [product("", [a]), product("+", [b, c]), product("+", [d]), product("-", [e, f])];
}

function product(sign: "" | "+" | "-", factors: readonly number[]): Term {
  const value = factors.reduce((a, b) => a * b, 1);
  return { text: `${sign}${factors.join("*")}`, value: sign === "-" ? -value : value };
}

function sixDigits(draw: Draw): number[] {
  for (;;) {
    const factors = [draw(100), draw(100), draw(100)];
    const value = factors.reduce((a, b) => a * b, 1);
    if (value >= 100_000 && value < 500_000) return factors;
  }
}
