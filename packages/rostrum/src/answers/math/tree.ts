/** A mathematical answer as a tree. It is small on purpose: only what final answers contain. */
export type Tree =
  | { kind: "number"; text: string }
  | { kind: "name"; name: string }
  | { kind: "constant"; name: "pi" | "e" | "i" | "infinity" }
  | { kind: "sum"; terms: Tree[] }
  | { kind: "product"; factors: Tree[] }
  | { kind: "quotient"; over: Tree; under: Tree }
  | { kind: "power"; base: Tree; exponent: Tree }
  | { kind: "minus"; of: Tree }
  | { kind: "plusMinus"; left: Tree | null; right: Tree }
  | { kind: "call"; name: string; args: Tree[] }
  /** `1101_4`: digits in a base. */
  | { kind: "based"; digits: string; base: string }
  /** Brackets with more than one item, or of unequal shape: a point, a vector, an interval. */
  | { kind: "bracket"; open: string; close: string; items: Tree[] }
  /** A set in braces, or items in a row without brackets: the order says nothing. */
  | { kind: "list"; items: Tree[]; braces: boolean }
  | { kind: "union"; parts: Tree[] }
  /** `3:1`: a ratio or a time of day, so it is no quotient. */
  | { kind: "ratio"; parts: [Tree, Tree] }
  | { kind: "matrix"; rows: Tree[][] }
  | { kind: "relation"; operators: string[]; sides: Tree[] }
  | { kind: "words"; text: string };

/** What an operation is applied to; `null` for what is not an operation on values. */
export function getOperands(tree: Tree): readonly Tree[] | null {
  switch (tree.kind) {
    case "sum":
      return tree.terms;
    case "product":
      return tree.factors;
    case "quotient":
      return [tree.over, tree.under];
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

/** Says whether a tree is a plain value, so that it can be evaluated. */
export function isScalar(tree: Tree): boolean {
  if (tree.kind === "number" || tree.kind === "name") return true;
  if (tree.kind === "constant") return tree.name !== "infinity";
  return getOperands(tree)?.every(isScalar) ?? false;
}

/** The names of a value or of an operation on values. */
export function namesIn(tree: Tree): Set<string> {
  if (tree.kind === "name") return new Set([tree.name]);
  return new Set((getOperands(tree) ?? []).flatMap((operand) => [...namesIn(operand)]));
}
