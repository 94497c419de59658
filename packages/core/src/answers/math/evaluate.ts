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
import { compute, NoValue, type Tree } from "./tree.ts";

/** Assigns a number to each name. */
export type Sample = (name: string) => number;

const REAL_FUNCTIONS: Record<string, (x: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  arcsin: Math.asin,
  arccos: Math.acos,
  arctan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
};

/** Functions as quotients, so that a pole is a division by zero. */
const QUOTIENT_FUNCTIONS: Record<string, readonly [numerator: string | null, denominator: string]> =
  {
    tan: ["sin", "cos"],
    cot: ["cos", "sin"],
    sec: [null, "cos"],
    csc: [null, "sin"],
  };

/** Noise of a function's result, estimated at a neighboring value. */
function estimateNoise(realFunction: (x: number) => number, x: Complex): number {
  const difference = Math.abs(realFunction(x.re + x.noise) - realFunction(x.re));
  return Number.isFinite(difference) ? difference : x.noise;
}

function factorial(n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > 170) throw new NoValue();
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
}

function binomial(n: number, k: number): number {
  if (!Number.isInteger(k) || k < 0 || k > 1000) throw new NoValue();
  let result = 1;
  for (let j = 0; j < k; j++) result = (result * (n - j)) / (j + 1);
  return result;
}

const UNKNOWN_BASE = 1.7320911;

function call(name: string, [x, y]: readonly Complex[]): Complex {
  if (x === undefined) throw new NoValue();
  if (name === "root") return y === undefined ? root(x, 2) : root(x, y.re);
  if (name === "abs") return real(size(x), x.noise);
  if (name === "exp") return exp(x);
  // Without a base, `log` is ambiguous: it equals only other expressions with the same `log`.
  if (name === "log" && y === undefined) return divide(log(x), real(UNKNOWN_BASE));
  if (name === "ln" || name === "log") return y === undefined ? log(x) : divide(log(x), log(y));
  if (x.im !== 0) throw new NoValue();
  const realFunction = Object.hasOwn(REAL_FUNCTIONS, name) ? REAL_FUNCTIONS[name] : undefined;
  if (realFunction !== undefined) return real(realFunction(x.re), estimateNoise(realFunction, x));
  const quotient = Object.hasOwn(QUOTIENT_FUNCTIONS, name) ? QUOTIENT_FUNCTIONS[name] : undefined;
  if (quotient !== undefined) {
    const [numerator, denominator] = quotient;
    return divide(numerator === null ? real(1) : call(numerator, [x]), call(denominator, [x]));
  }
  if (name === "floor") return real(Math.floor(x.re));
  if (name === "ceiling") return real(Math.ceil(x.re));
  if (name === "factorial") return real(factorial(x.re));
  if (name === "binomial" && y !== undefined) return real(binomial(x.re, y.re));
  throw new NoValue();
}

const constants: Record<"pi" | "e" | "i", () => Complex> = {
  pi: () => real(Math.PI),
  e: () => real(Math.E),
  i: () => ({ re: 0, im: 1, noise: 0 }),
};

/** A number too small for a float is not zero. */
function literal(text: string): Complex {
  const value = Number(text);
  return real(value === 0 && /[1-9]/.test(text) ? Number.NaN : value);
}

/** Value of a scalar tree at a sample point. `null` if it has none. */
export function evaluateTree(tree: Tree, sample: Sample): Complex | null {
  const leaf = (part: Tree): Complex => {
    if (part.kind === "number") return literal(part.text);
    if (part.kind === "name") return real(sample(part.name));
    if (part.kind === "constant" && part.name !== "infinity") return constants[part.name]();
    if (part.kind === "call") return repeating(part.args);
    throw new NoValue();
  };
  return compute(tree, { leaf, negate, add, multiply, divide, power, call });
}

function repeating([head, period]: readonly Tree[]): Complex {
  if (head?.kind !== "number" || period?.kind !== "number") throw new NoValue();
  const dotted = head.text.includes(".") ? head.text : `${head.text}.`;
  return real(Number(dotted + period.text.repeat(Math.ceil(20 / Math.max(1, period.text.length)))));
}
