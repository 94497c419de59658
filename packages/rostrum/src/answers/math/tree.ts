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

/** Says whether a tree is a plain value, so that it can be evaluated. */
export function isScalar(tree: Tree): boolean {
  switch (tree.kind) {
    case "number":
    case "name":
      return true;
    case "constant":
      return tree.name !== "infinity";
    case "sum":
      return tree.terms.every(isScalar);
    case "product":
      return tree.factors.every(isScalar);
    case "quotient":
      return isScalar(tree.over) && isScalar(tree.under);
    case "power":
      return isScalar(tree.base) && isScalar(tree.exponent);
    case "minus":
      return isScalar(tree.of);
    case "call":
      return tree.args.every(isScalar);
    default:
      return false;
  }
}
