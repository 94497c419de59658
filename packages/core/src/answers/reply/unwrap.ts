/** Marks that may surround a whole answer. Excludes underscores, which are part of names. */
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ["***", "***"],
  ["**", "**"],
  ["*", "*"],
  ["``", "``"],
  ["`", "`"],
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["«", "»"],
  ["'", "'"],
  ["‘", "’"],
  ["$$", "$$"],
  ["$", "$"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
];

const COMMAND = /^\\(?:boxed|fbox|text|textbf|mathrm|mathbf)\s*\{/;
const CHECK_MARK = /^[✅✔✓☑]\ufe0f?$/;

/** Longest text that is searched for a pair of marks around it. Such marks are for words and sentences. */
const MAX_MARKED_CHARS = 20_000;

/** Maximum number of layers of marks to remove; further ones are part of the answer. */
const MAX_LAYERS = 6;

/** Removes the marks around a whole answer, and nothing inside it. */
export function unwrapAnswer(raw: string): string {
  let text = raw.trim();
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inner = unwrapOnce(text);
    if (inner === text) break;
    text = inner;
  }
  return text;
}

function unwrapOnce(text: string): string {
  const insideFence = readInsideFence(text);
  if (insideFence !== null) return insideFence;
  const unchecked = removeCheckMarks(text);
  if (unchecked !== text) return unchecked;
  const inner = readInsidePair(text) ?? readInsideCommand(text);
  if (inner !== null) return inner;
  // Final period after a marked answer: "**Paris**."
  if (/[*`"”»'’$}]\./.test(text.slice(-2))) {
    const before = text.slice(0, -1);
    return readInsidePair(before) ?? readInsideCommand(before) ?? text;
  }
  return text;
}

function removeCheckMarks(text: string): string {
  const end = text.length - (text.endsWith("\ufe0f") ? 2 : 1);
  const withoutEndMark = CHECK_MARK.test(text.slice(end))
    ? text.slice(0, Math.max(end, 0)).trimEnd()
    : text;
  const start = withoutEndMark[1] === "\ufe0f" ? 2 : 1;
  return CHECK_MARK.test(withoutEndMark.slice(0, start))
    ? withoutEndMark.slice(start).trimStart()
    : withoutEndMark;
}

/** Lines inside a fence that is the whole text. */
export function readInsideFence(text: string): string | null {
  const mark = /^(?:`{3,10}|~{3,10})/.exec(text)?.[0];
  const first = text.indexOf("\n");
  if (mark === undefined || first < 0 || text.indexOf(mark, mark.length) < first) return null;
  const last = text.lastIndexOf("\n");
  const inside = last > first ? text.slice(first + 1, last) : "";
  const closes = text.slice(last + 1).trim() === mark && last > first;
  return closes && !inside.includes(mark) ? trimLines(inside) : null;
}

function readInsidePair(text: string): string | null {
  if (text.length > MAX_MARKED_CHARS) return null;
  for (const [open, close] of PAIRS) {
    if (text.length <= open.length + close.length) continue;
    if (!text.startsWith(open) || !text.endsWith(close)) continue;
    const inner = text.slice(open.length, -close.length);
    if (inner.trim() === "" || inner.endsWith("\\") || !isBalanced(inner, open, close)) continue;
    // Emphasis has no space directly inside its marks: "* a *" is something else, and so is a row of stars.
    if (open.startsWith("*") && (inner !== inner.trim() || inner.startsWith("*"))) continue;
    // Whitespace inside quotation marks is part of the quotation.
    return /["'“‘`]/.test(open) ? inner : inner.trim();
  }
  return null;
}

/**
 * True if the marks inside are balanced, so that the outer two belong together: `"a" and "b"` begins and ends
 * with a quotation mark, but these two are not a pair. Ignores marks inside a word or between spaces.
 */
function isBalanced(inner: string, open: string, close: string): boolean {
  let depth = 0;
  for (let at = 0; at < inner.length; at++) {
    const isOpen = inner.startsWith(open, at);
    const isClose = inner.startsWith(close, at);
    if (!isOpen && !isClose) continue;
    const before = inner[at - 1] ?? "";
    const after = inner[at + (isOpen ? open : close).length] ?? "";
    if (isOpen && /^[\s([{]?$/.test(before) && after.trim() !== "") depth++;
    else if (isClose && before.trim() !== "" && !/[\p{L}\p{N}]/u.test(after)) depth--;
    if (depth < 0) return false;
    at += (isOpen ? open : close).length - 1;
  }
  return depth === 0;
}

function readInsideCommand(text: string): string | null {
  const command = COMMAND.exec(text);
  if (command === null) return null;
  const end = findClosingBrace(text, command[0].length - 1);
  return end === text.length - 1 ? text.slice(command[0].length, end).trim() : null;
}

/** Position of the brace that closes the one at `open`. -1 if there is none. */
export function findClosingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === 123) depth++;
    else if (code === 125 && --depth === 0) return at;
  }
  return -1;
}

/** Removes empty lines at both ends, but keeps the indentation of the first line. */
const trimLines = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
