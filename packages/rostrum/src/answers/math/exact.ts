import type { Tree } from "./tree.ts";

/** A fraction in full precision: neighbours such as 2010012/2010013 differ beyond what floats can tell. */
export interface Rational {
  over: bigint;
  under: bigint;
}

const largestExponent = 400n;
const largestDigits = 600;

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
};

const rational = (over: bigint, under: bigint): Rational | null => {
  if (under === 0n) return null;
  const sign = under < 0n ? -1n : 1n;
  const common = gcd(over, under * sign) || 1n;
  return { over: (sign * over) / common, under: (sign * under) / common };
};

function decimal(text: string): Rational | null {
  if (text.length > largestDigits) return null;
  const [whole = "", fraction = ""] = text.split(".");
  return rational(BigInt(`${whole}${fraction}` || "0"), 10n ** BigInt(fraction.length));
}

function power(base: Rational, exponent: Rational): Rational | null {
  if (exponent.under !== 1n) return null;
  const n = exponent.over < 0n ? -exponent.over : exponent.over;
  if (n > largestExponent) return null;
  const [over, under] = [base.over ** n, base.under ** n];
  return exponent.over < 0n ? rational(under, over) : rational(over, under);
}

function factorial(of: Rational): Rational | null {
  if (of.under !== 1n || of.over < 0n || of.over > 200n) return null;
  let product = 1n;
  for (let k = 2n; k <= of.over; k++) product *= k;
  return { over: product, under: 1n };
}

function binomial(n: Rational, k: Rational): Rational | null {
  if (n.under !== 1n || k.under !== 1n || k.over < 0n || k.over > 500n) return null;
  let result = 1n;
  for (let j = 0n; j < k.over; j++) result = (result * (n.over - j)) / (j + 1n);
  return { over: result, under: 1n };
}

/** `0.1` and the period `6`: 0.1666… */
function repeating(head: string, period: string): Rational | null {
  const shift = (head.split(".")[1] ?? "").length;
  const start = decimal(head.endsWith(".") ? head.slice(0, -1) : head);
  if (start === null || period.length > 50) return null;
  const tail = rational(BigInt(period), (10n ** BigInt(period.length) - 1n) * 10n ** BigInt(shift));
  return tail === null
    ? null
    : rational(start.over * tail.under + tail.over * start.under, start.under * tail.under);
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

const limit = 10n ** 2000n;

const tooLarge = (value: Rational | null): boolean =>
  value !== null && (value.over > limit || value.over < -limit || value.under > limit);

/** The value of a tree as a fraction; `null` where it is none, or too large to be worth it. */
export function exactValue(tree: Tree): Rational | null {
  const value = compute(tree);
  return tooLarge(value) ? null : value;
}

function compute(tree: Tree): Rational | null {
  switch (tree.kind) {
    case "number":
      return decimal(tree.text);
    case "minus": {
      const of = exactValue(tree.of);
      return of === null ? null : { over: -of.over, under: of.under };
    }
    case "sum":
    case "product": {
      const parts = tree.kind === "sum" ? tree.terms : tree.factors;
      let result: Rational | null =
        tree.kind === "sum" ? { over: 0n, under: 1n } : { over: 1n, under: 1n };
      for (const part of parts) {
        const value: Rational | null = exactValue(part);
        if (value === null || result === null) return null;
        result =
          tree.kind === "sum"
            ? rational(
                result.over * value.under + value.over * result.under,
                result.under * value.under,
              )
            : rational(result.over * value.over, result.under * value.under);
      }
      return result;
    }
    case "quotient": {
      const [over, under] = [exactValue(tree.over), exactValue(tree.under)];
      return over === null || under === null
        ? null
        : rational(over.over * under.under, over.under * under.over);
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
