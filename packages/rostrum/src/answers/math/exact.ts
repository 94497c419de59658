import type { Tree } from "./tree.ts";

/**
 * A fraction in full precision: neighbours such as 2010012/2010013 differ beyond what floats can tell.
 * It isn't reduced: reducing large fractions takes far longer than multiplying them.
 */
export interface Rational {
  over: bigint;
  under: bigint;
}

/** Numerators and denominators stay below this many bits, about 2,500 digits. */
const MOST_BITS = 8_192;
const MOST_DIGITS = 600;
const MOST_FACTORS = 500n;

const countBits = (value: bigint): number => 4 * value.toString(16).length;

/** The size of every product is checked before it is computed. */
function multiply(a: bigint, b: bigint): bigint | null {
  return countBits(a) + countBits(b) > MOST_BITS ? null : a * b;
}

function raise(base: bigint, exponent: bigint): bigint | null {
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
  if (exponent > MOST_BITS || Number(exponent) * countBits(base) > MOST_BITS) return null;
  return base ** exponent;
}

const rational = (over: bigint | null, under: bigint | null): Rational | null => {
  if (over === null || under === null || under === 0n) return null;
  return under < 0n ? { over: -over, under: -under } : { over, under };
};

function plus(a: Rational, b: Rational): Rational | null {
  const [left, right] = [multiply(a.over, b.under), multiply(b.over, a.under)];
  if (left === null || right === null) return null;
  return rational(left + right, multiply(a.under, b.under));
}

const times = (a: Rational, b: Rational): Rational | null =>
  rational(multiply(a.over, b.over), multiply(a.under, b.under));

const over = (a: Rational, b: Rational): Rational | null =>
  rational(multiply(a.over, b.under), multiply(a.under, b.over));

/** The whole number that a fraction is; `null` for a true fraction. */
const whole = (value: Rational): bigint | null =>
  value.over % value.under === 0n ? value.over / value.under : null;

function decimal(text: string): Rational | null {
  if (text.length > MOST_DIGITS) return null;
  const [units = "", fraction = ""] = text.split(".");
  return rational(BigInt(`${units}${fraction}` || "0"), 10n ** BigInt(fraction.length));
}

function power(base: Rational, exponent: Rational): Rational | null {
  const n = whole(exponent);
  if (n === null) return null;
  const [above, below] = n < 0n ? [base.under, base.over] : [base.over, base.under];
  const count = n < 0n ? -n : n;
  return rational(raise(above, count), raise(below, count));
}

function factorial(of: Rational): Rational | null {
  const n = whole(of);
  return n === null || n < 0n || n > MOST_FACTORS ? null : rational(rising(1n, n), 1n);
}

/** `count` neighbours from `first` up, multiplied. */
function rising(first: bigint, count: bigint): bigint | null {
  let product: bigint | null = 1n;
  for (let k = 0n; k < count && product !== null; k++) product = multiply(product, first + k);
  return product;
}

function binomial(of: Rational, chosen: Rational): Rational | null {
  const [n, k] = [whole(of), whole(chosen)];
  if (n === null || k === null || k < 0n) return null;
  const factors = n >= 0n && n >= k && n - k < k ? n - k : k;
  if (factors > MOST_FACTORS) return null;
  return rational(rising(n - factors + 1n, factors), rising(1n, factors));
}

/** `0.1` and the period `6`: 0.1666… */
function repeating(head: string, period: string): Rational | null {
  const shift = (head.split(".")[1] ?? "").length;
  const start = decimal(head.endsWith(".") ? head.slice(0, -1) : head);
  if (start === null || period.length > 50) return null;
  const tail = rational(BigInt(period), (10n ** BigInt(period.length) - 1n) * 10n ** BigInt(shift));
  return tail === null ? null : plus(start, tail);
}

function call(name: string, args: readonly Tree[]): Rational | null {
  const [first, second] = args;
  if (first === undefined) return null;
  if (name === "repeating" && first.kind === "number" && second?.kind === "number")
    return repeating(first.text, second.text);
  const value = exactValue(first);
  if (value === null) return null;
  if (name === "factorial") return factorial(value);
  if (name === "abs")
    return { over: value.over < 0n ? -value.over : value.over, under: value.under };
  const other = second === undefined ? null : exactValue(second);
  return name === "binomial" && other !== null ? binomial(value, other) : null;
}

/** The value of a tree as a fraction; `null` if it isn't one, or is too large. */
export function exactValue(tree: Tree): Rational | null {
  switch (tree.kind) {
    case "number":
      return decimal(tree.text);
    case "minus": {
      const of = exactValue(tree.of);
      return of === null ? null : { over: -of.over, under: of.under };
    }
    case "sum":
    case "product": {
      const [parts, join] = tree.kind === "sum" ? [tree.terms, plus] : [tree.factors, times];
      let result: Rational | null = { over: tree.kind === "sum" ? 0n : 1n, under: 1n };
      for (const part of parts) {
        const value: Rational | null = exactValue(part);
        if (value === null || result === null) return null;
        result = join(result, value);
      }
      return result;
    }
    case "quotient": {
      const [above, below] = [exactValue(tree.over), exactValue(tree.under)];
      return above === null || below === null ? null : over(above, below);
    }
    case "power": {
      const [base, exponent] = [exactValue(tree.base), exactValue(tree.exponent)];
      return base === null || exponent === null ? null : power(base, exponent);
    }
    case "call":
      return call(tree.name, tree.args);
    default:
      return null;
  }
}
