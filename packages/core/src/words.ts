/** Counts code points, so that an emoji is one character and is never cut in half. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // A character has at most two units; one more shows whether the text goes on.
  const characters = [...text.slice(0, 2 * (maxChars + 1))];
  if (characters.length <= maxChars) return text;
  return `${characters
    .slice(0, maxChars - 1)
    .join("")
    .trimEnd()}…`;
}

/** A count with its noun: "1 vote", "3 votes". */
export function formatCount(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Name of a round for people, who count rounds from 1: "first answers", "round 2". */
export function nameRound(index: number): string {
  return index === 0 ? "first answers" : `round ${index + 1}`;
}

/** Name of a round within a sentence: "failed in the first round", "failed in round 2". */
export function nameRoundInText(index: number): string {
  return index === 0 ? "the first round" : nameRound(index);
}

/**
 * Joins words for a sentence: "ada", "ada and boole", "ada, boole and cyd". Without `Intl.ListFormat`, which takes 13 ms of
 * CPU time to begin.
 */
export function joinWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

const MAX_NAMES = 3;

/** Joins names, and counts those that make the list long: "ada, boole and 4 others". */
export function joinNames(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return joinWords(names);
  const shown = names.slice(0, MAX_NAMES - 1);
  return joinWords([...shown, `${names.length - shown.length} others`]);
}
