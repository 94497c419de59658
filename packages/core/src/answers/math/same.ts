import { normaliseAnswer } from "../equality/normalise.ts";
import { toInterval } from "./interval.ts";
import { isConstant, sameValue } from "./same-value.ts";
import { isScalar, collectNames, type Tree } from "./tree.ts";
import { splitUnit, unitsClash } from "./units.ts";

const isVariable = (tree: Tree): boolean =>
  tree.kind === "name" ||
  tree.kind === "constant" ||
  (tree.kind === "bracket" && tree.items.every(isVariable)) ||
  // `f(x)` and `xy` are parsed as products of names.
  (tree.kind === "product" && tree.factors.every(isVariable)) ||
  (tree.kind === "list" && tree.items.every(isVariable));

/** The answer of `x = 5` and `x \in [0, 1]` is the right side. */
function rightSide(tree: Tree): Tree | null {
  if (tree.kind !== "relation" || tree.sides.length < 2) return null;
  if (!tree.operators.every((operator) => operator === "=" || operator === "∈")) return null;
  const [left] = tree.sides;
  const right = tree.sides[tree.sides.length - 1];
  if (left === undefined || right === undefined) return null;
  // `x^2 + y - 4 = 0` is an equation for its names, so its answer is not 0.
  const isZero = right.kind === "number" && Number(right.text) === 0;
  return isZero && !isVariable(left) && collectNames(left).size > 0 ? null : right;
}

/** Expands ± to two values. */
function expandPlusMinus(tree: Tree): Tree[] {
  if (tree.kind === "plusMinus") {
    const { left, right } = tree;
    const minus: Tree = { kind: "minus", of: right };
    const join = (sign: Tree): Tree =>
      left === null ? sign : { kind: "sum", terms: [left, sign] };
    return [join(right), join(minus)];
  }
  if (tree.kind === "quotient")
    return expandPlusMinus(tree.numerator).map((numerator) => ({ ...tree, numerator }));
  if (tree.kind === "relation") {
    const value = rightSide(tree);
    if (value !== null && isVariable(tree.sides[0] ?? tree)) return expandPlusMinus(value);
  }
  return [tree];
}

/** Items of a set or a row of values. `null` for a single value. */
function listItems(tree: Tree): Tree[] | null {
  if (tree.kind === "list") return tree.items.flatMap(expandPlusMinus);
  const values = expandPlusMinus(tree);
  return values.length > 1 ? values : null;
}

const sameInOrder = (a: readonly Tree[], b: readonly Tree[]): boolean =>
  a.length === b.length && a.every((item, i) => sameTree(item, b[i] ?? item));

const listParts = (tree: Tree): readonly Tree[] => {
  if (tree.kind === "list" || tree.kind === "bracket") return tree.items;
  if (tree.kind === "union") return tree.parts;
  if (tree.kind === "matrix") return tree.rows.flat();
  return tree.kind === "relation" ? tree.sides : [];
};

/** Number of values in trees, over all levels. */
const countValues = (trees: readonly Tree[]): number =>
  trees.reduce((sum, tree) => sum + Math.max(1, countValues(listParts(tree))), 0);

/** Maximum number of pairs to try when matching two sets. Larger sets must be in the same order. */
const MAX_PAIRS = 10_000;

function sameInAnyOrder(a: readonly Tree[], b: readonly Tree[]): boolean {
  if (a.length !== b.length) return false;
  if (countValues(a) * countValues(b) > MAX_PAIRS) return sameInOrder(a, b);
  const unmatched = [...b];
  return a.every((item) => {
    const match = unmatched.findIndex((other) => sameTree(item, other));
    if (match >= 0) unmatched.splice(match, 1);
    return match >= 0;
  });
}

const isCalculation = (tree: Tree): boolean =>
  tree.kind === "relation" &&
  tree.sides.every((side) => isScalar(splitUnit(side)[0]) && collectNames(side).size === 0);

/** Equations are the same if the ratio of their differences (left minus right side) is constant. */
function sameEquation(a: Tree, b: Tree): boolean {
  if (a.kind !== "relation" || b.kind !== "relation" || a.operators.join() !== b.operators.join())
    return false;
  if (sameInOrder(a.sides, b.sides)) return true;
  if (![...a.sides, ...b.sides].some((side) => collectNames(side).size > 0)) return false;
  if (
    a.operators.length !== 1 ||
    a.operators[0] !== "=" ||
    ![...a.sides, ...b.sides].every(isScalar)
  )
    return false;
  const difference = ([left, right]: readonly Tree[]): Tree | null =>
    left === undefined || right === undefined
      ? null
      : { kind: "sum", terms: [left, { kind: "minus", of: right }] };
  const [one, other] = [difference(a.sides), difference(b.sides)];
  if (one === null || other === null) return false;
  const ratio: Tree = { kind: "quotient", numerator: one, denominator: other };
  return isConstant(ratio) || sameInAnyOrder(a.sides, b.sides);
}

const splitSign = (tree: Tree): { negative: boolean; of: Tree } =>
  tree.kind === "minus" ? { negative: true, of: tree.of } : { negative: false, of: tree };

/** True if two numbers written in a base have the same digits and the same base. */
function sameBased(one: Tree, two: Tree): boolean {
  const [{ negative, of: a }, { negative: otherNegative, of: b }] = [
    splitSign(one),
    splitSign(two),
  ];
  if (negative !== otherNegative) return false;
  if (a.kind !== "based" || b.kind !== "based") return false;
  return a.digits === b.digits && normaliseAnswer(a.base) === normaliseAnswer(b.base);
}

const isBased = (tree: Tree): boolean => splitSign(tree).of.kind === "based";

function sameShape(a: Tree, b: Tree): boolean {
  if (a.kind === "bracket" && b.kind === "bracket") {
    return a.open === b.open && a.close === b.close && sameInOrder(a.items, b.items);
  }
  if (a.kind === "union" && b.kind === "union") return sameInAnyOrder(a.parts, b.parts);
  if (a.kind === "ratio" && b.kind === "ratio") return sameInOrder(a.parts, b.parts);
  if (a.kind === "matrix" && b.kind === "matrix") {
    return (
      a.rows.length === b.rows.length && a.rows.every((row, i) => sameInOrder(row, b.rows[i] ?? []))
    );
  }
  if (a.kind === "relation" && b.kind === "relation") return sameEquation(a, b);
  if (a.kind === "words" && b.kind === "words")
    return normaliseAnswer(a.text) === normaliseAnswer(b.text);
  if (a.kind === "constant" && b.kind === "constant") return a.name === b.name;
  if (a.kind === "minus" && b.kind === "minus") return sameTree(a.of, b.of);
  return false;
}

const readWords = (tree: Tree): string | null => {
  if (tree.kind === "words") return normaliseAnswer(tree.text);
  if (tree.kind === "name") return normaliseAnswer(tree.name);
  return tree.kind === "constant" && tree.name !== "infinity" ? tree.name : null;
};

/** True if two answers are mathematically the same. */
export function sameTree(one: Tree, two: Tree): boolean {
  const [a, unitA] = splitUnit(one);
  const [b, unitB] = splitUnit(two);
  if (unitsClash(unitA, unitB)) return false;
  if (isScalar(a) && isScalar(b)) return sameValue(a, b);
  if (isBased(a) || isBased(b)) return sameBased(a, b);
  const [words, otherWords] = [readWords(a), readWords(b)];
  if (words !== null && otherWords !== null) return words === otherWords;
  const [intervalA, intervalB] = [toInterval(a), toInterval(b)];
  if (intervalA !== null || intervalB !== null) return sameShape(intervalA ?? a, intervalB ?? b);
  // A point without brackets is still ordered.
  if (a.kind === "bracket" && b.kind === "list" && !b.braces) return sameInOrder(a.items, b.items);
  if (b.kind === "bracket" && a.kind === "list" && !a.braces) return sameInOrder(a.items, b.items);
  const [items, otherItems] = [listItems(a), listItems(b)];
  if (items !== null && otherItems !== null) return sameInAnyOrder(items, otherItems);
  if (sameShape(a, b)) return true;
  const [valueA, valueB] = [rightSide(a), rightSide(b)];
  if (valueA !== null && b.kind !== "relation") return sameTree(valueA, b);
  if (valueB !== null && a.kind !== "relation") return sameTree(a, valueB);
  // `2 + 2 = 4` and `1 + 3 = 4` are calculations: their results count.
  if (valueA !== null && valueB !== null && isCalculation(a) && isCalculation(b))
    return sameTree(valueA, valueB);
  return false;
}
