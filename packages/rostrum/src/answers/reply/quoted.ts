const marks: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["‘", "’"],
  ["«", "»"],
  ["```", "```"],
  ["`", "`"],
];

/** What markdown puts around quotation marks. */
const emphasis = ["**", "__", "*", "_"];

/** Most texts do, and then no mark opens them. */
const beginsWithWord = /^\s*[a-zA-Z0-9]/;

const mostLayers = 4;

const escaped = /\\[\s\S]/g;

function inner(text: string): string | null {
  for (const [open, close] of marks) {
    if (text.length <= open.length + close.length) continue;
    if (!text.startsWith(open) || !text.endsWith(close)) continue;
    const content = text.slice(open.length, -close.length);
    // `"a" and "b"` begins and ends with a quote, yet the quotes don't belong together.
    const bare = content.includes("\\") ? content.replace(escaped, "") : content;
    if (bare.includes(open) || bare.includes(close) || bare.endsWith("\\")) continue;
    return content;
  }
  return null;
}

function withoutEmphasis(text: string): string {
  for (const mark of emphasis) {
    if (text.length <= 2 * mark.length || !text.startsWith(mark) || !text.endsWith(mark)) continue;
    return text.slice(mark.length, -mark.length).trim();
  }
  return text;
}

/** A full stop after the closing mark ends the sentence around it. */
const withoutStop = (text: string): string =>
  /["'”’»`*_][.,;]$/.test(text) ? text.slice(0, -1) : text;

/**
 * What stands between the quotation marks, or in the code span, that a whole text consists of: every
 * character of it. `null` for any other text.
 */
export function quoted(text: string): string | null {
  if (beginsWithWord.test(text)) return null;
  let content = withoutStop(text.trim());
  content = withoutStop(withoutEmphasis(content));
  let found: string | null = null;
  for (let layer = 0; layer < mostLayers; layer++) {
    const next = inner(content);
    if (next === null) break;
    content = found = next;
  }
  return found;
}
