import { capitalize } from "@rostrum/core/support";

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats a count for a sentence: words up to ten, figures above. */
export function countWord(count: number, isFirst = false): string {
  const word = SMALL[count] ?? count.toLocaleString("en-US");
  return isFirst ? capitalize(word) : word;
}
