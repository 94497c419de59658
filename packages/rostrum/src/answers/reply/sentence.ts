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

const abbreviation = /(?:^|[\s(])(?:approx|e\.g|i\.e|vs|no|dr|mr|mrs|ms|st|fig|eq|[A-Z])$/i;

/** Where the sentence that `from` stands in ends, before its full stop. */
export function sentenceEnd(text: string, from: number): number {
  let math = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === "\n") return i;
    if (c === "$" && text[i - 1] !== "\\" && /[^\d\s]/.test(text[i + 1] ?? " ")) math = !math;
    if (c === "。" || c === "！" || c === "？") return i;
    if (math || (c !== "." && c !== "!" && c !== "?")) continue;
    let after = i + 1;
    while (after < text.length && `"')]*_”’$`.includes(text[after] ?? "")) after++;
    if (!isSpace(text, after)) continue;
    if (c === "." && after < text.length && abbreviation.test(text.slice(Math.max(from, i - 8), i))) continue;
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
    if ((c === "." || c === "!" || c === "?") && isSpace(text, i)) return i;
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
    return { content: `${text.slice(start + open.length, to).trim()} ${rest}`, end: end + rest.length };
  }
  const end = sentenceEnd(text, start);
  return { content: text.slice(start, end).trim(), end };
}
