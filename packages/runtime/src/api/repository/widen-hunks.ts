import { NO_LAST_NEWLINE, splitLines } from "./write-diff.ts";

/** Lines that follow each other in a diff. Numbers of lines are counted from 1. */
interface Hunk {
  first: number;
  oldFirst: number;
  /** With their signs. */
  rows: string[];
  /** The line after the last one, in the new file. */
  next: number;
}

/**
 * Shows so many unchanged lines around each change of a diff that has fewer, taken from the file as it is after the
 * change. Null if the diff isn't one of this file.
 */
export function widenHunks(diff: string, text: string, context: number): string | null {
  const { lines, hasLastNewline } = splitLines(text);
  const show = (from: number, to: number): string[] =>
    lines.slice(from - 1, Math.max(from, to) - 1).map((line) => ` ${line}`);
  const hunks: Hunk[] = [];
  for (const shown of splitHunks(diff)) {
    if (!isOfFile(shown, lines)) return null;
    const { first, oldFirst, rows, next } = trimHunk(shown);
    const last = hunks.at(-1);
    if (last !== undefined && first - last.next <= 2 * context) {
      last.rows.push(...show(last.next, first), ...rows);
      last.next = next;
      continue;
    }
    last?.rows.push(...show(last.next, last.next + context));
    const start = Math.max(1, first - context);
    const head = { first: start, oldFirst: oldFirst - (first - start) };
    hunks.push({ ...head, rows: [...show(start, first), ...rows], next });
  }
  const last = hunks.at(-1);
  if (last !== undefined) {
    const end = show(last.next, last.next + context);
    const isAtEnd = end.length > 0 && last.next - 1 + end.length === lines.length;
    last.rows.push(...end, ...(isAtEnd && !hasLastNewline ? [NO_LAST_NEWLINE] : []));
  }
  return hunks.map(writeHunk).join("");
}

function splitHunks(diff: string): Hunk[] {
  return diff
    .split(/^(?=@@ )/m)
    .filter(Boolean)
    .map((hunk) => {
      const [head = "", ...rows] = hunk.replace(/\n$/, "").split("\n");
      const [, oldStart, oldCount, start, count] =
        /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(head) ?? [];
      // Where a side has no lines, its number is that of the line before.
      const findFirst = (from = "", lines = "1"): number => Number(from) + (lines === "0" ? 1 : 0);
      const first = findFirst(start, count);
      const next = first + rows.filter((row) => /^[ +]/.test(row)).length;
      return { first, oldFirst: findFirst(oldStart, oldCount), rows, next };
    });
}

/** True if a file has the new lines of a hunk. Line ends may differ. */
function isOfFile({ first, rows, next }: Hunk, lines: readonly string[]): boolean {
  const newLines = rows.filter((row) => /^[ +]/.test(row)).map((row) => row.slice(1));
  const strip = (line: string | undefined): string | undefined => line?.replace(/\r$/, "");
  return (
    first > 0 &&
    next <= lines.length + 1 &&
    newLines.every((line, index) => strip(line) === strip(lines[first - 1 + index]))
  );
}

/** A hunk without the unchanged lines at its ends. */
function trimHunk({ first, oldFirst, rows }: Hunk): Hunk {
  const isChanged = (row: string): boolean => /^[+-]/.test(row);
  const from = rows.findIndex(isChanged);
  const to = rows.findLastIndex(isChanged) + 1;
  const changed = rows.slice(from, rows[to] === NO_LAST_NEWLINE ? to + 1 : to);
  const count = changed.filter((row) => /^[ +]/.test(row)).length;
  return {
    first: first + from,
    oldFirst: oldFirst + from,
    rows: changed,
    next: first + from + count,
  };
}

function writeHunk({ first, oldFirst, rows }: Hunk): string {
  const writeRange = (from: number, otherSign: string): string => {
    const count = rows.filter((row) => row !== NO_LAST_NEWLINE && row[0] !== otherSign).length;
    return count === 1 ? String(from) : `${count === 0 ? from - 1 : from},${count}`;
  };
  return [`@@ -${writeRange(oldFirst, "+")} +${writeRange(first, "-")} @@`, ...rows, ""].join("\n");
}
