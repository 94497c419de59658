const answerField = /"answer"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^,}\n]+))/g;
const figure = /-?\d[\d,]*(?:\.\d+)?/g;

const lastMatch = (text: string, pattern: RegExp): RegExpExecArray | null => {
  let last: RegExpExecArray | null = null;
  for (const hit of text.matchAll(pattern)) last = hit;
  return last;
};

/** The reading to beat: the last `"answer"` field by pattern, else the last number in the text. */
export function plainReading(reply: string): string | null {
  const field = lastMatch(reply, answerField);
  if (field !== null) return (field[1] ?? field[2] ?? "").trim();
  return lastMatch(reply, figure)?.[0] ?? null;
}

const withoutCommas = (text: string): string => text.replaceAll(",", "");

/** The same as a number: the last one in what was read, commas stripped. */
export function plainNumber(reply: string): number | null {
  const read = plainReading(reply);
  const found = read === null ? null : lastMatch(read, figure);
  return found === null ? null : Number(withoutCommas(found[0]));
}

/** Equal as strings, space and commas aside. */
export const plainlySame = (a: string, b: string): boolean =>
  withoutCommas(a).replace(/\s+/g, "") === withoutCommas(b).replace(/\s+/g, "");
