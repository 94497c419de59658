import { opposed } from "./bounds.ts";
import { compareDates, datesIn } from "./dates.ts";
import type { DateSaid } from "./dates.ts";
import { quantitiesIn } from "./quantities.ts";
import type { Quantity } from "./quantities.ts";
import { closeQuantity, sameQuantity } from "./same-quantity.ts";
import type { Word } from "./words.ts";

/** The dates and quantities of a statement, the question's own left out. */
export interface Figures {
  dates: DateSaid[];
  quantities: Quantity[];
}

/** Each is held against each of the other's: a table of figures is not an answer. */
const mostFigures = 12;

/** Words that say a figure without a number. */
const figureWords = new Set(["half", "noon", "midday", "midnight", "quarter"]);
const isFigure = ({ lexeme }: Word): boolean => lexeme.number || figureWords.has(lexeme.key);

export function figuresOf(text: string, words: readonly Word[]): Figures {
  if (!words.some(isFigure)) return { dates: [], quantities: [] };
  const fresh = (from: number, last: number): boolean => {
    for (let i = from; i <= last; i++) {
      const word = words[i];
      if (word !== undefined && isFigure(word) && !word.lexeme.asked) return true;
    }
    return false;
  };
  const dates = datesIn(text, words).filter(({ from, last }) => fresh(from, last));
  const dated = (i: number): boolean => dates.some(({ from, last }) => i >= from && i <= last);
  const quantities = quantitiesIn(text, words).filter(
    ({ from, last, unit }) =>
      !dated(from) &&
      fresh(from, last) &&
      // "One" is more often a pronoun than a count.
      !(
        unit === null &&
        words[from]?.lexeme.key === "1" &&
        text.charAt(words[from]?.start ?? 0) !== "1"
      ),
  );
  return { dates: dates.slice(0, mostFigures), quantities: quantities.slice(0, mostFigures) };
}

/** Compatible: one may well mean the other. Doubtful: it might, as a value in a range. */
export type Relation = "same" | "compatible" | "doubtful" | "none" | "different";

const closeness: readonly Relation[] = ["different", "none", "doubtful", "compatible", "same"];

/** How the best pair of two lists relates; "none" where either list is empty. */
function best<T>(a: readonly T[], b: readonly T[], relate: (x: T, y: T) => Relation): Relation {
  let found = a.length > 0 && b.length > 0 ? 0 : 1;
  for (const x of a) {
    for (const y of b) {
      found = Math.max(found, closeness.indexOf(relate(x, y)));
      if (found === closeness.length - 1) return "same";
    }
  }
  return closeness[found] ?? "none";
}

export const relateDates = (a: readonly DateSaid[], b: readonly DateSaid[]): Relation =>
  best(a, b, (x, y) => {
    const relation = compareDates(x, y);
    return relation === "unrelated" ? "none" : relation;
  });

const ofOneSystem = (x: Quantity, y: Quantity): boolean =>
  x.unit !== null && x.unit.system === y.unit?.system && x.unit.dimension === y.unit.dimension;

const isRange = ({ value, to }: Quantity): boolean => value !== to;

function relateTwo(x: Quantity, y: Quantity): Relation {
  if (opposed(x.bound, y.bound)) return "different";
  if (sameQuantity(x, y)) return x.bound === null && y.bound === null ? "same" : sameBound(x, y);
  if (!closeQuantity(x, y)) return "different";
  return isRange(x) || isRange(y) ? "doubtful" : "compatible";
}

/** "At least 5" and "5" are compatible. */
const sameBound = (x: Quantity, y: Quantity): Relation =>
  x.bound !== null && y.bound !== null ? "same" : "compatible";

/** Between systems of units people round: where both say it in one system, that counts. */
export function relateQuantities(a: readonly Quantity[], b: readonly Quantity[]): Relation {
  const shared = (x: Quantity): boolean =>
    a.some((one) => ofOneSystem(one, x)) && b.some((other) => ofOneSystem(other, x));
  return best(a, b, (x, y) => {
    if (!ofOneSystem(x, y) && x.unit?.dimension === y.unit?.dimension && (shared(x) || shared(y)))
      return "different";
    return relateTwo(x, y);
  });
}
