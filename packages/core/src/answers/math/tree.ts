/** A mathematical answer as a tree. Covers only what final answers contain. */
export type Tree =
  | { kind: "number"; text: string }
  | { kind: "name"; name: string }
  | { kind: "constant"; name: "pi" | "e" | "i" | "infinity" }
  | { kind: "sum"; terms: Tree[] }
  | { kind: "product"; factors: Tree[] }
  | { kind: "quotient"; numerator: Tree; denominator: Tree }
  | { kind: "power"; base: Tree; exponent: Tree }
  | { kind: "minus"; of: Tree }
  | { kind: "plusMinus"; left: Tree | null; right: Tree }
  | { kind: "call"; name: string; args: Tree[] }
  /** `1101_4`: digits in a base. */
  | { kind: "based"; digits: string; base: string }
  /** Brackets with several items, or of unequal shape: a point, a vector, an interval. */
  | { kind: "bracket"; open: string; close: string; items: Tree[] }
  /** A set in braces, or items without brackets, in any order. */
  | { kind: "list"; items: Tree[]; braces: boolean }
  | { kind: "union"; parts: Tree[] }
  /** `3:1`: a ratio or a time of day, not a quotient. */
  | { kind: "ratio"; parts: [Tree, Tree] }
  | { kind: "matrix"; rows: Tree[][] }
  | { kind: "relation"; operators: string[]; sides: Tree[] }
  | { kind: "words"; text: string };

/** Operands of an operation. `null` if the tree is not an operation on values. */
export function getOperands(tree: Tree): readonly Tree[] | null {
  switch (tree.kind) {
    case "sum":
      return tree.terms;
    case "product":
      return tree.factors;
    case "quotient":
      return [tree.numerator, tree.denominator];
    case "power":
      return [tree.base, tree.exponent];
    case "minus":
      return [tree.of];
    case "call":
      return tree.args;
    default:
      return null;
  }
}

/** True if a tree is a plain value that can be evaluated. */
export function isScalar(tree: Tree): boolean {
  if (tree.kind === "number" || tree.kind === "name") return true;
  if (tree.kind === "constant") return tree.name !== "infinity";
  return getOperands(tree)?.every(isScalar) ?? false;
}

/** Names in a value or an operation. */
export function collectNames(tree: Tree): Set<string> {
  if (tree.kind === "name") return new Set([tree.name]);
  return new Set((getOperands(tree) ?? []).flatMap((operand) => [...collectNames(operand)]));
}

/** Thrown only during evaluation: the tree has no value in this arithmetic. */
export class NoValue extends Error {}

/** Arithmetic for evaluation: floats at a sample point, or fractions. Its functions may throw `NoValue`. */
export interface Arithmetic<V> {
  /** Value of a number, a name, a constant or a repeating decimal. */
  leaf(tree: Tree): V;
  negate(a: V): V;
  add(a: V, b: V): V;
  multiply(a: V, b: V): V;
  divide(a: V, b: V): V;
  power(a: V, b: V): V;
  call(name: string, args: readonly V[]): V;
}

/** Evaluates a tree. `null` if it has no value. */
export function compute<V>(tree: Tree, arithmetic: Arithmetic<V>): V | null {
  const walk = (part: Tree): V => {
    const isRepeating = part.kind === "call" && part.name === "repeating";
    const operands = isRepeating ? null : getOperands(part);
    if (operands === null) return arithmetic.leaf(part);
    const values = operands.map(walk);
    const [a, b] = values as [V, V];
    if (part.kind === "sum") return values.reduce((sum, value) => arithmetic.add(sum, value));
    if (part.kind === "product")
      return values.reduce((product, value) => arithmetic.multiply(product, value));
    if (part.kind === "quotient") return arithmetic.divide(a, b);
    if (part.kind === "power") return arithmetic.power(a, b);
    return part.kind === "call" ? arithmetic.call(part.name, values) : arithmetic.negate(a);
  };
  try {
    return walk(tree);
  } catch (error) {
    if (error instanceof NoValue) return null;
    throw error;
  }
}
