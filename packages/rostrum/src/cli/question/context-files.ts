import { existsSync } from "node:fs";

/**
 * `--context a.md b.md "question"` passes the question to the flag. If the last value contains spaces and
 * isn't a file, it is the question; anything else stays a file, so that a misspelled name is an error.
 */
export function takeQuestionBack(
  words: readonly string[],
  context: readonly string[] | undefined,
): { words: readonly string[]; context: readonly string[] } {
  const last = context?.at(-1);
  if (context === undefined || last === undefined) return { words, context: [] };
  const swallowed =
    words.length === 0 && context.length > 1 && /\s/.test(last.trim()) && !existsSync(last);
  return swallowed ? { words: [last], context: context.slice(0, -1) } : { words, context };
}
