import { boxedAt } from "./boxed.ts";

const wrappers: readonly (readonly [string, string])[] = [
  ["**", "**"],
  ["__", "__"],
  ["```", "```"],
  ["`", "`"],
  ["*", "*"],
  ['"', '"'],
  ["“", "”"],
  ["«", "»"],
  ["'", "'"],
  ["$$", "$$"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
];

/** What tokenisers leave behind when a reply is stored raw. */
const endMarks = /(?:\s*(?:<\/s>|<\|[a-z_]{2,20}\|>|<end_of_turn>|<｜[^｜]{1,30}｜>))+\s*$/;

const isPlain = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

function unwrap(text: string): string {
  for (const [open, close] of wrappers) {
    if (text.length <= open.length + close.length) continue;
    if (!text.startsWith(open) || !text.endsWith(close)) continue;
    const inner = text.slice(open.length, -close.length);
    // `"a" and "b"` begins and ends with a quote, yet the quotes don't belong together.
    if (inner.includes(open) || inner.includes(close)) continue;
    if (inner.endsWith("\\")) continue;
    return inner.trim();
  }
  if (text.startsWith("\\boxed") || text.startsWith("\\fbox")) {
    const box = boxedAt(text, 0);
    if (box !== null && box.end === text.length) return box.content.trim();
  }
  return text;
}

const isEmphasis = (mark: string): boolean => mark === "**" || mark === "__";

/** Removes unpaired emphasis marks at both ends. */
function dropEmphasis(text: string): string {
  let [from, to] = [0, text.length];
  while (isEmphasis(text.slice(from, from + 2))) from += 2;
  while (to - 2 >= from && isEmphasis(text.slice(to - 2, to))) to -= 2;
  return text.slice(from, to).trim();
}

export function dropEndMarks(text: string): string {
  if (!text.endsWith(">")) return text;
  const tail = text.length - 200;
  return tail > 0
    ? text.slice(0, tail) + text.slice(tail).replace(endMarks, "")
    : text.replace(endMarks, "");
}

/** Removes the markup around an answer (markdown, quotes, math delimiters), not its words. */
export function tidyAnswer(raw: string): string {
  let text = raw.trim();
  // Most answers begin and end with a letter or digit, so there is nothing to remove.
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(text.length - 1))) return text;
  text = dropEndMarks(text);
  for (let layer = 0; layer < 6; layer++) {
    const inner = unwrap(text);
    if (inner === text) break;
    text = inner;
  }
  // Half of a pair, left by cutting a formula out of its sentence.
  if (text.length > 1 && text.endsWith("$") && !text.endsWith("\\$") && !/\$\S[^$]*\$$/.test(text))
    text = text.slice(0, -1).trimEnd();
  if (!text.includes("**") && !text.includes("__")) return text;
  const stars = text.split("**").length - 1;
  return stars % 2 === 1 || text.includes("__") ? dropEmphasis(text) : text;
}
