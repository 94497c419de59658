import type { Word } from "./words.ts";

const joins = new Set(["and", "or", "plus"]);
const idle = new Set(["a", "an", "the", "both"]);
const prepositions = new Set(
  "from to in on at by with for of into onto over under before after since until than".split(" "),
);

/** Whether one list of words is the other with its beginning moved to its end: "in 1990 it closed", "it closed in 1990". */
function isRotated(a: readonly string[], b: readonly string[]): boolean {
  const whole = ` ${[...b, ...b].join(" ")} `;
  return whole.includes(` ${a.join(" ")} `);
}

/** A statement's phrases, each from its preposition on, sorted. */
function phrasesOf(words: readonly string[]): string {
  const phrases: string[][] = [[]];
  for (const word of words) {
    if (prepositions.has(word)) phrases.push([]);
    phrases.at(-1)?.push(word);
  }
  return phrases
    .map((phrase) => phrase.join(" "))
    .sort()
    .join(",");
}

/** Longer statements are not taken apart. */
const longest = 14;

/** Whether two words that don't stand side by side have changed places: "Brazil beat Germany", "Germany beat Brazil". */
function isExchanged(a: readonly string[], b: readonly string[]): boolean {
  const moved = [...a.keys()].filter((i) => a[i] !== b[i]);
  const [first = 0, second = 0] = moved;
  return (
    moved.length === 2 && a[first] === b[second] && a[second] === b[first] && second > first + 1
  );
}

/** Whether two statements have the same words in an order that says something else. Lists and moved phrases say the same. */
export const isReordered = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length &&
  a.length <= longest &&
  isExchanged(a, b) &&
  !isRotated(a, b) &&
  phrasesOf(a) !== phrasesOf(b);

/** Longer items are clauses rather than entries of a list. */
const longestItem = 3;

/** The items of a statement that is a list, each as its words; none where it isn't one. */
export function itemsOf(words: readonly Word[]): string[] {
  const items: string[][] = [[]];
  let joined = false;
  let names = false;
  for (const { lexeme, parted } of words) {
    const join = joins.has(lexeme.key);
    if (lexeme.key === "and" || lexeme.key === "plus") joined = true;
    if ((join || parted) && items.at(-1)?.length !== 0) items.push([]);
    if (join || idle.has(lexeme.key)) continue;
    if (lexeme.stop) return [];
    names ||= lexeme.capital;
    items.at(-1)?.push(lexeme.stem);
  }
  const found = items.filter(({ length }) => length > 0);
  // "Paris, France" is one name.
  if ((!joined && names) || found.length < 2 || found.some(({ length }) => length > longestItem))
    return [];
  return found.map((item) => item.join(" "));
}
