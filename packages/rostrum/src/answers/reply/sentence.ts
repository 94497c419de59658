const pairs: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ["$$", "$$"],
  ["\\[", "\\]"],
  ["\\(", "\\)"],
  ["`", "`"],
  ["“", "”"],
];

const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || at >= text.length;
};

const abbreviation = /(?:^|[\s(])(?:approx|e\.g|i\.e|vs|no|dr|mr|mrs|ms|st|fig|eq)$/i;

/** The full stop at `stop` belongs to an abbreviation. */
const abbreviates = (text: string, stop: number): boolean =>
  text[stop] === "." && abbreviation.test(text.slice(Math.max(0, stop - 8), stop));

/**
 * End of the formula that a `$` at `open` begins, or -1 where it is money: a formula touches both its
 * signs, and no digit follows the second.
 */
function formulaEnd(text: string, open: number): number {
  if (isSpace(text, open + 1) || text[open - 1] === "\\") return -1;
  const double = text[open + 1] === "$";
  const from = open + (double ? 2 : 1);
  const close = text.indexOf(double ? "$$" : "$", from);
  if (close < 0 || close - open > 400) return -1;
  if (double) return close + 2;
  const next = text.charCodeAt(close + 1);
  const money = isSpace(text, close - 1) || (next >= 48 && next <= 57);
  return money || text[close - 1] === "\\" ? -1 : close + 1;
}

/** The end of the sentence around `from`, before its full stop. */
export function sentenceEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "$") {
      const end = formulaEnd(text, i);
      if (end < 0) continue;
      // "$x = 2.$" keeps its full stop inside: the sentence ends with the formula.
      if (text[end - 2] === "." && isSpace(text, end)) return end;
      i = end - 1;
      continue;
    }
    if (c === "\n") return i;
    if (c === "。" || c === "！" || c === "？") return i;
    if (c !== "." && c !== "!" && c !== "?") continue;
    let after = i + 1;
    while (after < text.length && `"')]*_”’$`.includes(text[after] ?? "")) after++;
    if (!isSpace(text, after)) continue;
    if (after < text.length && abbreviates(text, i)) continue;
    return i;
  }
  return text.length;
}

/** Where the last sentence before `end` begins. */
export function sentenceStart(text: string, end: number): number {
  for (let i = end - 1; i > 0; i--) {
    const c = text[i - 1];
    if (c === "\n") return i;
    if (c === "。" || c === "！" || c === "？") return i;
    if (c === "$" && text[i - 2] === "." && isSpace(text, i)) return i;
    if ((c === "." || c === "!" || c === "?") && isSpace(text, i) && !abbreviates(text, i - 1))
      return i;
  }
  return 0;
}

/** What is said from `at` on: a delimited piece as a whole, else the rest of the sentence. */
export function saidFrom(text: string, at: number): { content: string; end: number } {
  let start = at;
  while (start < text.length && isSpace(text, start)) start++;
  for (const [open, close] of pairs) {
    if (!text.startsWith(open, start)) continue;
    const to = text.indexOf(close, start + open.length);
    if (to < 0 || to - start > 600) continue;
    const end = to + close.length;
    const rest = text.slice(end, sentenceEnd(text, end)).trim();
    // "**42** apples": the words after the emphasis belong to the answer where they are few.
    if (rest === "" || rest.length > 40 || open !== "**") {
      return { content: text.slice(start + open.length, to).trim(), end };
    }
    return {
      content: `${text.slice(start + open.length, to).trim()} ${rest}`,
      end: end + rest.length,
    };
  }
  const end = sentenceEnd(text, start);
  return { content: text.slice(start, end).trim(), end };
}
