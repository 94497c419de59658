import { escapeInvisible } from "@rostrum/core/support";

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Formats a count for a sentence: words up to ten, figures above. */
export function countWord(count: number, isFirst = false): string {
  const word = SMALL[count] ?? count.toLocaleString("en-US");
  return isFirst ? capitalize(word) : word;
}

export function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const MAX_NAMES = 3;

/** Joins names for a sentence: "ada", "ada and boole", "ada, boole and 4 others". */
export function joinNames(names: readonly string[]): string {
  const visibleNames = names.length > MAX_NAMES ? names.slice(0, MAX_NAMES - 1) : names;
  const words = visibleNames.map((name) => escapeInvisible(name));
  if (visibleNames.length < names.length)
    words.push(`${names.length - visibleNames.length} others`);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}
