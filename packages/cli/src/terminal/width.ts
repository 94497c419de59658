import { stripVTControlCharacters } from "node:util";

/** Created on first use, which takes 10 ms: most lines are plain ASCII. */
let graphemes: Intl.Segmenter | undefined;

const splitGraphemes = (text: string): Intl.Segments =>
  (graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })).segment(text);

/** East Asian wide and fullwidth blocks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const ASCII = /^[ -~]*$/;

/** Number of terminal columns that a text takes. */
export function measureColumns(text: string): number {
  const plain = stripVTControlCharacters(text);
  if (ASCII.test(plain)) return plain.length;
  let columns = 0;
  for (const { segment } of splitGraphemes(plain)) columns += measureGrapheme(segment);
  return columns;
}

/** Longest prefix of an uncolored text that takes at most `columns`. */
function takeColumns(text: string, columns: number): string {
  let prefix = "";
  let room = columns;
  for (const { segment } of splitGraphemes(text)) {
    room -= measureGrapheme(segment);
    if (room < 0) break;
    prefix += segment;
  }
  return prefix;
}

/** Shortens an uncolored text to `columns`, with `…` if something was cut. */
export function fit(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (measureColumns(text) <= columns) return text;
  // A text that was already shortened may be cut right behind its ellipsis.
  return `${takeColumns(text, columns - 1).replace(/…$/, "")}…`;
}

export function fitEnd(text: string, columns: number): string {
  if (columns <= 0) return "";
  if (measureColumns(text) <= columns) return text;
  const parts = Array.from(splitGraphemes(text), ({ segment }) => segment);
  let start = parts.length;
  for (let room = columns - 1; start > 0; start--) {
    room -= measureGrapheme(parts[start - 1] ?? "");
    if (room < 0) break;
  }
  return `…${parts.slice(start).join("")}`;
}

/** Formats rows as lines. Columns are as wide as their widest cell; the last one gets the rest of `room`. */
export function formatTable(
  rows: readonly (readonly string[])[],
  room: number = Infinity,
): string[] {
  const widths = rows[0]?.map((_, at) =>
    Math.max(...rows.map((row) => measureColumns(row[at] ?? ""))),
  );
  return rows.map((row) => {
    const head = row.slice(0, -1).map((cell, at) => `${padTo(cell, widths?.[at] ?? 0)}  `);
    return (
      head.join("") + fit(row.at(-1) ?? "", Math.max(20, room - measureColumns(head.join(""))))
    );
  });
}

export function padTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - measureColumns(text)));
}

function measureGrapheme(grapheme: string): number {
  // Combining marks and zero-width characters.
  if (/^[\p{M}\p{Cf}\u200b-\u200d]+$/u.test(grapheme)) return 0;
  return /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) || WIDE.test(grapheme) ? 2 : 1;
}

/** Width of a stream's terminal. Undefined when it has none. Some terminals report 0. */
export function getTerminalColumns(stream: {
  isTTY?: boolean;
  columns?: number;
}): number | undefined {
  return stream.isTTY ? stream.columns || 80 : undefined;
}

/** Breaks text into lines of at most `columns`, at spaces if possible. Keeps indentation. */
export function wrap(text: string, columns: number): string[] {
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line.replaceAll("\t", "    "), Math.max(8, columns)));
}

/** Breaks one line, which may be colored, at spaces. What follows its first line is indented by two more columns. */
export function wrapHanging(line: string, columns: number): string {
  const indent = " ".repeat((/^ */.exec(stripVTControlCharacters(line))?.[0].length ?? 0) + 2);
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?=[^ ])/u)) {
    const isEmpty = stripVTControlCharacters(current).trim() === "";
    if (!isEmpty && measureColumns(current + word.trimEnd()) > columns) {
      lines.push(current.trimEnd());
      current = indent;
    }
    current += word;
  }
  return [...lines, current.trimEnd()].join("\n");
}

function wrapLine(line: string, columns: number): string[] {
  if (measureColumns(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?=[^ ])/u)) {
    if (measureColumns(current + word.trimEnd()) <= columns) {
      current += word;
      continue;
    }
    if (current.trim() !== "") lines.push(current.trimEnd());
    current = word;
    while (measureColumns(current.trimEnd()) > columns) {
      const head = takeColumns(current, columns);
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  if (current.trim() !== "" || lines.length === 0) lines.push(current.trimEnd());
  return lines;
}
