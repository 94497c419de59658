import { shareOf } from "./bag.ts";
import type { Bag } from "./bag.ts";
import { relateDates, relateQuantities } from "./figures.ts";
import type { ProseQuestion } from "./question.ts";
import type { ProseAnswer } from "./understand-prose.ts";

/** What the score looks at. "Most" and "least" are the greater and the smaller of the two directions. */
export const featureNames = [
  "focus in focus, most",
  "focus in focus, least",
  "focus in core, most",
  "focus in core, least",
  "focus in statement, most",
  "focus in statement, least",
  "stressed, most",
  "stressed, least",
  "core in core, most",
  "core in core, least",
  "core in statement, most",
  "core in statement, least",
  "own names, least",
  "own names, most",
  "own numbers, least",
  "own numbers, most",
  "own focus names, least",
  "dates",
  "quantities",
  "focus dates",
  "focus quantities",
  "denied by one",
  "size of focus, least",
  "size of focus, most",
  "size of core, least",
  "words, least",
  "words, most",
  "asks for a figure",
  "asks for a person",
  "asks for a place",
] as const;

const scale = { same: 2, compatible: 1, doubtful: 1, none: 0, different: -1 } as const;

/** How many of some words the other reply doesn't have at all. */
function missing(words: ReadonlySet<string>, bag: Bag): number {
  let count = 0;
  for (const word of words) if (!bag.weights.has(word)) count++;
  return count;
}

/** Describes a pair; the order of the two makes no difference. */
export function featuresOf(question: ProseQuestion, a: ProseAnswer, b: ProseAnswer): number[] {
  const out: number[] = [];
  const most = (x: number, y: number): void => {
    out.push(x > y ? x : y);
  };
  const least = (x: number, y: number): void => {
    out.push(x > y ? y : x);
  };
  const both = (x: number, y: number): void => {
    most(x, y);
    least(x, y);
  };
  both(shareOf(a.focus, b.focus), shareOf(b.focus, a.focus));
  both(shareOf(a.focus, b.core), shareOf(b.focus, a.core));
  both(shareOf(a.focus, b.all), shareOf(b.focus, a.all));
  both(shareOf(a.stressed, b.stressed), shareOf(b.stressed, a.stressed));
  both(shareOf(a.core, b.core), shareOf(b.core, a.core));
  both(shareOf(a.core, b.all), shareOf(b.core, a.all));
  const names = [missing(a.core.names, b.all), missing(b.core.names, a.all)] as const;
  least(...names);
  most(...names);
  const numbers = [missing(a.core.numbers, b.all), missing(b.core.numbers, a.all)] as const;
  least(...numbers);
  most(...numbers);
  least(missing(a.focus.names, b.all), missing(b.focus.names, a.all));
  out.push(
    scale[relateDates(a.figures.dates, b.figures.dates)],
    scale[relateQuantities(a.figures.quantities, b.figures.quantities)],
    scale[relateDates(a.focusFigures.dates, b.focusFigures.dates)],
    scale[relateQuantities(a.focusFigures.quantities, b.focusFigures.quantities)],
    a.stance.negated === b.stance.negated ? 0 : 1,
  );
  least(a.focus.total, b.focus.total);
  most(a.focus.total, b.focus.total);
  least(a.core.total, b.core.total);
  least(a.size, b.size);
  most(a.size, b.size);
  const { expected } = question;
  out.push(
    expected === "number" || expected === "date" || expected === "year" ? 1 : 0,
    expected === "person" ? 1 : 0,
    expected === "place" ? 1 : 0,
  );
  return out;
}
