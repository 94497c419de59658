import { close, isFinite, type Complex } from "./complex.ts";
import { evaluateTree, type Sample } from "./evaluate.ts";
import { exactValue, type Rational } from "./exact.ts";
import { getOperands, collectNames, type Tree } from "./tree.ts";

/** Fixed sample points, so that comparisons are deterministic: both signs, no round numbers. */
const POINTS = [0.7318, 1.3957, 2.6179, -0.5813, -1.8642, 4.1237];

const MIN_POINTS = 3;

/** A number from 0 to 1 that depends on the name alone. */
function hashToFraction(name: string): number {
  let hash = 17;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) % 997;
  return hash / 997;
}

/** Gives every name of an expression another value, so that x - y isn't zero everywhere. */
const sampleAt =
  (point: number): Sample =>
  (name) =>
    point * (1 + 0.37 * hashToFraction(name)) + 0.0713 * hashToFraction(`${name}'`);

/** True if a value is written with decimals, which may be rounded. */
function hasDecimals(tree: Tree): boolean {
  if (tree.kind === "number") return tree.text.includes(".");
  if (tree.kind === "power" || tree.kind === "call") return false;
  return getOperands(tree)?.some(hasDecimals) ?? false;
}

/** Properties of an expression for comparisons. */
interface SampledTree {
  hasNames: boolean;
  hasDecimals: boolean;
  exact: Rational | null;
  /** Values at the sample points; a single value if there are no names. */
  values: (Complex | null)[];
}

const origin: Sample = () => 0;

function sampleTree(tree: Tree): SampledTree {
  const hasNames = collectNames(tree).size > 0;
  return {
    hasNames,
    hasDecimals: hasDecimals(tree),
    exact: hasNames ? null : exactValue(tree),
    values: hasNames
      ? POINTS.map((point) => evaluateTree(tree, sampleAt(point)))
      : [evaluateTree(tree, origin)],
  };
}

/** True if the values are equal at all sample points. False if there is no value to compare. */
function agreeAtPoints(a: SampledTree, b: SampledTree): boolean {
  const at = ({ values }: SampledTree, i: number): Complex | null =>
    (values.length === 1 ? values[0] : values[i]) ?? null;
  let agreed = 0;
  for (const i of POINTS.keys()) {
    const [x, y] = [at(a, i), at(b, i)];
    if (x === null || y === null) return false;
    if (!isFinite(x) || !isFinite(y)) {
      if (isFinite(x) !== isFinite(y)) return false;
      continue;
    }
    if (!close(x, y)) return false;
    agreed++;
  }
  return agreed >= MIN_POINTS;
}

/** True if two expressions have the same value for all values of their names. */
export function sameValue(a: Tree, b: Tree): boolean {
  const [one, other] = [sampleTree(a), sampleTree(b)];
  if (one.hasNames || other.hasNames) return agreeAtPoints(one, other);
  if (one.exact !== null && other.exact !== null) {
    if (
      one.exact.numerator * other.exact.denominator ===
      other.exact.numerator * one.exact.denominator
    )
      return true;
    // A decimal may be rounded in its last digits; fractions never are.
    if (!one.hasDecimals && !other.hasDecimals) return false;
  }
  const [x = null, y = null] = [one.values[0], other.values[0]];
  return x !== null && y !== null && isFinite(x) && isFinite(y) && close(x, y);
}

/** True if an expression has the same value for all values of its names. */
export function isConstant(tree: Tree): boolean {
  const [first = null, ...otherValues] = sampleTree(tree).values;
  return (
    first !== null &&
    isFinite(first) &&
    otherValues.every((value) => value !== null && isFinite(value) && close(first, value))
  );
}
