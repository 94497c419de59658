import type { Tree } from "./tree.ts";

/** Units by all their names. Answers in different units are different answers. */
const names = new Map<string, string>();
for (const line of [
  "m meter meters metre metres",
  "cm centimeter centimeters centimetre centimetres",
  "mm millimeter millimeters millimetre millimetres",
  "km kilometer kilometers kilometre kilometres",
  "in inch inches",
  "ft foot feet",
  "yd yard yards",
  "mi mile miles",
  "s sec second seconds",
  "min mins minute minutes",
  "h hr hrs hour hours",
  "day days",
  "week weeks",
  "month months",
  "year years",
  "g gram grams",
  "kg kilogram kilograms",
  "lb lbs pound pounds",
  "oz ounce ounces",
  "l liter liters litre litres",
  "ml milliliter milliliters",
  "mph",
  "deg degree degrees",
  "percent %",
  "rad radian radians",
  "dollar dollars usd",
  "cent cents",
]) {
  const [unit = "", ...others] = line.split(" ");
  for (const name of [unit, ...others]) names.set(name, unit);
}

const POWER = /\^?\{?\d\}?$/;

/** Units that a bare value never has. */
const MUST_BE_SAID = new Set(["deg", "percent"]);

const canonical = (words: string): string => {
  const word = words.toLowerCase().replace(/\.$/, "").replace(POWER, "").trim();
  return names.get(word) ?? word;
};

/** Sets words behind a value apart: "10 edges" is 10, and not "10 faces". */
export function splitUnit(tree: Tree): [Tree, string | null] {
  if (tree.kind === "product") {
    const [value, unit] = tree.factors;
    if (tree.factors.length === 2 && value !== undefined && unit?.kind === "words") {
      return [value, canonical(unit.text)];
    }
  }
  if (tree.kind === "minus") {
    const [of, unit] = splitUnit(tree.of);
    return of === tree.of ? [tree, null] : [{ kind: "minus", of }, unit];
  }
  return [tree, null];
}

export const unitsClash = (a: string | null, b: string | null): boolean =>
  a !== b && (a === null || b === null ? MUST_BE_SAID.has(a ?? b ?? "") : true);
