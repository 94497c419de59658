import { normaliseAnswer } from "../equality/normalise.ts";
import { readUnit } from "../quantity/units.ts";
import type { Tree } from "./tree.ts";

/** Unit of a value: from the table, or any other words. */
export interface TreeUnit {
  /** Equal keys are the same unit. Answers in different units are different. */
  key: string;
  /** A bare value never has this unit. */
  mustBeSaid: boolean;
}

function toUnit(words: string): TreeUnit {
  const unit = readUnit(words);
  return unit === null
    ? { key: normaliseAnswer(words), mustBeSaid: false }
    : { key: `${unit.dimension} ${unit.factor}`, mustBeSaid: unit.mustBeSaid };
}

/** Separates the words after a value: "10 edges" is 10, and not "10 faces". */
export function splitUnit(tree: Tree): [Tree, TreeUnit | null] {
  if (tree.kind === "product") {
    const [value, unit] = tree.factors;
    if (tree.factors.length === 2 && value !== undefined && unit?.kind === "words") {
      return [value, toUnit(unit.text)];
    }
  }
  if (tree.kind === "minus") {
    const [of, unit] = splitUnit(tree.of);
    return of === tree.of ? [tree, null] : [{ kind: "minus", of }, unit];
  }
  return [tree, null];
}

export const unitsClash = (a: TreeUnit | null, b: TreeUnit | null): boolean =>
  a === null || b === null ? (a ?? b)?.mustBeSaid === true : a.key !== b.key;
