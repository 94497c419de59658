import { compute, NoValue, type Arithmetic, type Tree } from "./tree.ts";

/**
 * An exact fraction: neighbors such as 2010012/2010013 differ by less than floats can represent. Not reduced,
 * because reducing large fractions takes far longer than multiplying them.
 */
export interface Rational {
  numerator: bigint;
  denominator: bigint;
}

/** Maximum size of numerators and denominators in bits, about 2,500 digits. */
const MAX_BITS = 8_192;
const MAX_DIGITS = 600;
const MAX_FACTORS = 500n;

const countBits = (value: bigint): number => 4 * value.toString(16).length;

/** Checks the size of a product before computing it. */
function multiply(a: bigint, b: bigint): bigint {
  if (countBits(a) + countBits(b) > MAX_BITS) throw new NoValue();
  return a * b;
}

function raise(base: bigint, exponent: bigint): bigint {
  if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
  if (exponent > MAX_BITS || Number(exponent) * countBits(base) > MAX_BITS) throw new NoValue();
  return base ** exponent;
}

function rational(numerator: bigint, denominator: bigint): Rational {
  if (denominator === 0n) throw new NoValue();
  return denominator < 0n
    ? { numerator: -numerator, denominator: -denominator }
    : { numerator, denominator };
}

function add(a: Rational, b: Rational): Rational {
  const sum = multiply(a.numerator, b.denominator) + multiply(b.numerator, a.denominator);
  return rational(sum, multiply(a.denominator, b.denominator));
}

/** Integer value of a fraction. Throws if it is not an integer. */
function toInteger(value: Rational | undefined): bigint {
  if (value === undefined || value.numerator % value.denominator !== 0n) throw new NoValue();
  return value.numerator / value.denominator;
}

function decimal(text: string): Rational {
  if (text.length > MAX_DIGITS) throw new NoValue();
  const [units = "", fraction = ""] = text.split(".");
  return rational(BigInt(`${units}${fraction}` || "0"), 10n ** BigInt(fraction.length));
}

/** Product of `count` consecutive integers from `first`. */
function risingFactorial(first: bigint, count: bigint): bigint {
  if (count < 0n || count > MAX_FACTORS) throw new NoValue();
  let product = 1n;
  for (let k = 0n; k < count; k++) product = multiply(product, first + k);
  return product;
}

function binomial(n: bigint, k: bigint): Rational {
  if (k < 0n) throw new NoValue();
  const factors = n >= 0n && n >= k && n - k < k ? n - k : k;
  return rational(risingFactorial(n - factors + 1n, factors), risingFactorial(1n, factors));
}

/** `0.1` and the period `6`: 0.1666… */
function repeating(head: string, period: string): Rational {
  if (period.length > 50) throw new NoValue();
  const shift = (head.split(".")[1] ?? "").length;
  const start = decimal(head.endsWith(".") ? head.slice(0, -1) : head);
  const nines = 10n ** BigInt(period.length) - 1n;
  return add(start, rational(BigInt(period), nines * 10n ** BigInt(shift)));
}

/** Exact arithmetic. */
export const FRACTIONS: Arithmetic<Rational> = {
  leaf(tree) {
    if (tree.kind === "number") return decimal(tree.text);
    const [head, period] = tree.kind === "call" ? tree.args : [];
    if (head?.kind === "number" && period?.kind === "number")
      return repeating(head.text, period.text);
    throw new NoValue();
  },
  negate: ({ numerator, denominator }) => ({ numerator: -numerator, denominator }),
  add,
  multiply: (a, b) =>
    rational(multiply(a.numerator, b.numerator), multiply(a.denominator, b.denominator)),
  divide: (a, b) =>
    rational(multiply(a.numerator, b.denominator), multiply(a.denominator, b.numerator)),
  power({ numerator, denominator }, exponent) {
    const n = toInteger(exponent);
    return n < 0n
      ? rational(raise(denominator, -n), raise(numerator, -n))
      : rational(raise(numerator, n), raise(denominator, n));
  },
  call(name, [first, second]) {
    if (first === undefined) throw new NoValue();
    if (name === "factorial") return rational(risingFactorial(1n, toInteger(first)), 1n);
    if (name === "abs") return first.numerator < 0n ? FRACTIONS.negate(first) : first;
    if (name === "binomial") return binomial(toInteger(first), toInteger(second));
    throw new NoValue();
  },
};

/** Exact value of a tree. `null` if it isn't rational, or is too large. */
export const exactValue = (tree: Tree): Rational | null => compute(tree, FRACTIONS);
