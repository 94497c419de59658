/** Three or more marks open a code block. A language may follow them. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const TABLE_LINE = /^\s*\|.*\|\s*$/;
const TABLE_RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Marks at the start of a line that may still become a list, a heading, a rule, a quote or a fence. */
const ONLY_MARKS =
  /^\s*(?:#{1,6}|>+|[-*+•]|\d{1,9}[.)]?|[-*_=]+|(?:`{1,2}|~{1,2})|(?:`{3,}|~{3,})[ \t]*[\w+#.-]*|\||\\|\\\[|\$\$?)\s*$/;

/**
 * Prepares an unfinished text for display: closes open Markdown and omits marks that are still ambiguous, so that
 * nothing changes its form when the rest arrives.
 */
export function closeOpenMarks(text: string): string {
  const lines = text.split("\n");
  const last = lines.length - 1;
  const fence = findOpenFence(lines.slice(0, last));
  if (fence !== null) {
    const closing = (lines[last] ?? "").trim();
    const isClosing = closing !== "" && fence.startsWith(closing.slice(0, fence.length));
    return isClosing ? lines.slice(0, last).join("\n") : text;
  }
  const table = closeTable(lines);
  if (table !== null) return table.join("\n");
  if (ONLY_MARKS.test(lines[last] ?? "")) return lines.slice(0, last).join("\n");
  lines[last] = closeSpans(lines[last] ?? "");
  return lines.join("\n");
}

/** Fence that is open after these lines. Null outside of code. */
function findOpenFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    if (open === null) open = FENCE.exec(line)?.[1] ?? null;
    else if (closesFence(line.trim(), open)) open = null;
  }
  return open;
}

/** Closes the head and the last row of a table at the end of the text. Null if the text doesn't end in one. */
function closeTable(lines: readonly string[]): string[] | null {
  let from = lines.length;
  while (from > 0 && /^\s*\|/.test(lines[from - 1] ?? "")) from -= 1;
  // After a complete line, the table may still continue.
  const rows = lines[lines.length - 1] === "" && from === lines.length ? lines.length - 1 : from;
  if (rows < from) {
    let first = rows;
    while (first > 0 && TABLE_LINE.test(lines[first - 1] ?? "")) first -= 1;
    const [head = ""] = lines.slice(first, rows);
    const isHeadOnly = rows - first === 1 && countCells(head) > 1;
    return isHeadOnly ? [...lines.slice(0, rows), buildTableRule(head)] : null;
  }
  if (from === lines.length) return null;
  const [head = "", ...rest] = lines.slice(from);
  const before = lines.slice(0, from);
  if (rest.length === 0) {
    // A first line is shown as a table head once its second cell begins.
    const closed = closeRow(head);
    return countCells(closed) > 1 ? [...before, closed, buildTableRule(closed)] : before;
  }
  const [rule = "", ...body] = rest;
  if (body.length === 0) {
    const isRule = /^[\s|:-]*$/.test(rule);
    return isRule ? [...before, head, buildTableRule(head)] : null;
  }
  if (!TABLE_RULE.test(rule)) return null;
  const done = body.slice(0, -1);
  const row = body.at(-1) ?? "";
  const isRowStarted = row.replaceAll("|", "").trim() !== "";
  return [...before, head, rule, ...done, ...(isRowStarted ? [closeRow(row)] : [])];
}

function closeRow(row: string): string {
  return TABLE_LINE.test(row) && row.trim().length > 1 ? row : `${closeSpans(row)} |`;
}

function countCells(row: string): number {
  return row.trim().split("|").length - 2;
}

function buildTableRule(head: string): string {
  return `|${"---|".repeat(Math.max(1, countCells(head)))}`;
}

/** A fence is closed by a line of at least as many marks and nothing else. */
function closesFence(line: string, fence: string): boolean {
  return line.startsWith(fence) && line === fence.charAt(0).repeat(line.length);
}

/** Closes emphasis, code and links that are open at the end of a line. */
function closeSpans(lastLine: string): string {
  const link = /!?\[([^\]\n]*)\]\([^)\s]*$/.exec(lastLine);
  const withoutLink = link ? lastLine.slice(0, link.index) + (link[1] ?? "") : lastLine;
  const ticks = withoutLink.split("`").length - 1;
  const line = ticks % 2 === 1 ? closeWith(withoutLink, "`") : withoutLink;
  const lineWithoutCode = line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  for (const mark of ["**", "__", "~~"]) {
    const [sign = ""] = mark;
    if ((lineWithoutCode.split(mark).length - 1) % 2 === 0) continue;
    // The first of its two characters may have arrived already.
    const rest = lineWithoutCode.slice(lineWithoutCode.lastIndexOf(mark) + 2);
    return closeWith(rest.endsWith(sign) && rest.length > 1 ? line.slice(0, -1) : line, mark);
  }
  const emphasis = /(?<![\w*])\*(?=[^\s*])[^*]*$|(?<![\w_])_(?=[^\s_])[^_]*$/.exec(lineWithoutCode);
  if (emphasis) return closeWith(line, emphasis[0].charAt(0));
  return line.replace(/(?<=^|\s)(?:\*{1,2}|_{1,2}|~{1,2}|`)$/, "");
}

/** Closes a mark, or omits it if no word follows. */
function closeWith(line: string, mark: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith(mark) ? trimmed.slice(0, -mark.length) : `${trimmed}${mark}`;
}

/**
 * Length of the part that can no longer change: up to the last empty line after which a new block began. `from`:
 * settled length of an earlier version of the text.
 */
export function findSettledLength(text: string, from: number): number {
  let settled = from;
  let fence: string | null = null;
  let lineStart = from;
  for (;;) {
    const lineEnd = text.indexOf("\n", lineStart);
    if (lineEnd < 0) return settled;
    const line = text.slice(lineStart, lineEnd);
    if (fence === null) fence = FENCE.exec(line)?.[1] ?? null;
    else if (closesFence(line.trim(), fence)) fence = null;
    // A list continues after an empty line, and so does the indented text below it.
    const next = text.slice(lineEnd + 1, lineEnd + 3);
    if (fence === null && line.trim() === "" && /^\p{L}[^.)]/u.test(next)) settled = lineEnd + 1;
    lineStart = lineEnd + 1;
  }
}
