import type { Tree } from "./tree.ts";

const infinity: Tree = { kind: "constant", name: "infinity" };
const minusInfinity: Tree = { kind: "minus", of: infinity };

const bracket = (low: Tree, closedLow: boolean, high: Tree, closedHigh: boolean): Tree => ({
  kind: "bracket",
  open: closedLow ? "[" : "(",
  close: closedHigh ? "]" : ")",
  items: [low, high],
});

const isName = (tree: Tree | undefined): boolean => tree?.kind === "name";

/** Converts an inequality in one name to an interval: `x > 5` is `(5, ∞)`. `null` for anything else. */
export function toInterval(tree: Tree): Tree | null {
  if (tree.kind !== "relation") return null;
  const { operators, sides } = tree;
  const [first, second, third] = sides;
  const [op, op2] = operators;
  if (first === undefined || second === undefined || op === undefined) return null;
  if (operators.length === 1) {
    const flipped = isName(second) && !isName(first);
    const bound = flipped ? first : second;
    if (!flipped && !isName(first)) return null;
    const up = (op === ">" || op === "≥") !== flipped;
    if (!"<>≤≥".includes(op)) return null;
    const closed = op === "≤" || op === "≥";
    return up
      ? bracket(bound, closed, infinity, false)
      : bracket(minusInfinity, false, bound, closed);
  }
  if (operators.length !== 2 || third === undefined || op2 === undefined || !isName(second))
    return null;
  if ("<≤".includes(op) && "<≤".includes(op2))
    return bracket(first, op === "≤", third, op2 === "≤");
  if (">≥".includes(op) && ">≥".includes(op2))
    return bracket(third, op2 === "≥", first, op === "≥");
  return null;
}
