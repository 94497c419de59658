import {
  add,
  divide,
  exp,
  log,
  multiply,
  negate,
  power,
  real,
  root,
  size,
  type Complex,
} from "./complex.ts";
import type { Tree } from "./tree.ts";

/** Gives each name a number. */
export type Sample = (name: string) => number;

const smooth: Record<string, (x: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
};

/** Written as quotients, so that a pole is a division by zero. */
const quotients: Record<string, readonly [over: string | null, under: string]> = {
  tan: ["sin", "cos"],
  cot: ["cos", "sin"],
  sec: [null, "cos"],
  csc: [null, "sin"],
};

/** How a function scales the noise of its argument, measured at a neighboring value. */
function estimateNoise(of: (x: number) => number, x: Complex): number {
  const moved = Math.abs(of(x.re + x.noise) - of(x.re));
  return Number.isFinite(moved) ? moved : x.noise;
}

function factorial(n: number): number | null {
  if (!Number.isInteger(n) || n < 0 || n > 170) return null;
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
}

function binomial(n: number, k: number): number | null {
  if (!Number.isInteger(k) || k < 0 || k > 1000) return null;
  let result = 1;
  for (let j = 0; j < k; j++) result = (result * (n - j)) / (j + 1);
  return result;
}

const UNKNOWN_BASE = 1.7320911;

function call(name: string, args: readonly (Complex | null)[]): Complex | null {
  const [x, y] = args;
  if (x === null || x === undefined || y === null) return null;
  if (name === "root") return y === undefined ? root(x, 2) : root(x, y.re);
  if (name === "abs") return real(size(x), x.noise);
  if (name === "exp") return exp(x);
  // Without a base, `log` has one that nobody can know: it equals only what is written with it, too.
  if (name === "log" && y === undefined) return divide(log(x), real(UNKNOWN_BASE));
  if (name === "ln" || name === "log") return y === undefined ? log(x) : divide(log(x), log(y));
  if (x.im !== 0) return null;
  const of = Object.hasOwn(smooth, name) ? smooth[name] : undefined;
  if (of !== undefined) return real(of(x.re), estimateNoise(of, x));
  const quotient = Object.hasOwn(quotients, name) ? quotients[name] : undefined;
  if (quotient !== undefined) {
    const over = quotient[0] === null ? real(1) : call(quotient[0], [x]);
    const under = call(quotient[1], [x]);
    return over === null || under === null ? null : divide(over, under);
  }
  let result: number | null = null;
  if (name === "floor") result = Math.floor(x.re);
  else if (name === "ceiling") result = Math.ceil(x.re);
  else if (name === "factorial") result = factorial(x.re);
  else if (name === "binomial" && y !== undefined) result = binomial(x.re, y.re);
  return result === null ? null : real(result);
}

const constants: Record<"pi" | "e" | "i", Complex> = {
  pi: real(Math.PI),
  e: real(Math.E),
  i: { re: 0, im: 1, noise: 0 },
};

/** A number too small for a float is not zero. */
function literal(text: string): Complex {
  const value = Number(text);
  return real(value === 0 && /[1-9]/.test(text) ? Number.NaN : value);
}

/** The value of a scalar tree at a sample point; `null` if it has none. */
export function evaluate(tree: Tree, sample: Sample): Complex | null {
  switch (tree.kind) {
    case "number":
      return literal(tree.text);
    case "name":
      return real(sample(tree.name));
    case "constant":
      return tree.name === "infinity" ? null : constants[tree.name];
    case "minus": {
      const of = evaluate(tree.of, sample);
      return of === null ? null : negate(of);
    }
    case "sum":
    case "product": {
      let result = real(tree.kind === "sum" ? 0 : 1);
      for (const part of tree.kind === "sum" ? tree.terms : tree.factors) {
        const value = evaluate(part, sample);
        if (value === null) return null;
        result = tree.kind === "sum" ? add(result, value) : multiply(result, value);
      }
      return result;
    }
    case "quotient": {
      const over = evaluate(tree.over, sample);
      const under = evaluate(tree.under, sample);
      return over === null || under === null ? null : divide(over, under);
    }
    case "power": {
      const base = evaluate(tree.base, sample);
      const exponent = evaluate(tree.exponent, sample);
      return base === null || exponent === null ? null : power(base, exponent);
    }
    case "call":
      if (tree.name === "repeating") return repeating(tree.args);
      return call(
        tree.name,
        tree.args.map((arg) => evaluate(arg, sample)),
      );
    default:
      return null;
  }
}

function repeating([head, period]: readonly Tree[]): Complex | null {
  if (head?.kind !== "number" || period?.kind !== "number") return null;
  const dotted = head.text.includes(".") ? head.text : `${head.text}.`;
  return real(Number(dotted + period.text.repeat(Math.ceil(20 / Math.max(1, period.text.length)))));
}
