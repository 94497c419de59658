import { escapeInvisible, joinNames } from "@rostrum/core/support";

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats a count for a sentence: words up to ten, figures above. */
export function countWord(count: number, isFirst = false): string {
  const word = SMALL[count] ?? count.toLocaleString("en-US");
  return isFirst ? capitalize(word) : word;
}

export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Joins names for a sentence: "ada", "ada and boole", "ada, boole and 4 others". */
export function joinVisibleNames(names: readonly string[]): string {
  return joinNames(names.map(escapeInvisible));
}
