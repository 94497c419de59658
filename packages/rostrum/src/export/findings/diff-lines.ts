/** A line of a file that a diff is about. */
export interface DiffLine {
  document: string;
  line: number;
  /** Characters of the diff's line before the file's own: its + or space. */
  shift: number;
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/**
 * For each line of a unified diff, the line of the new file that it shows; `null` for heads and for lines
 * that were taken out. Not a diff: `null` for the whole.
 */
export function diffLines(text: string): (DiffLine | null)[] | null {
  if (!/^--- .+\r?\n\+\+\+ .+\r?\n@@ /m.test(text)) return null;
  let document: string | null = null;
  let next: number | null = null;
  return text.split(/\r\n|\n|\r/).map((row) => {
    const head = /^\+\+\+ (?:b\/)?(.+?)(?:\t.*)?$/.exec(row);
    const hunk = HUNK.exec(row);
    if (hunk) next = Number(hunk[1]);
    else if (/^(?:diff |--- )/.test(row)) next = null;
    else if (head && next === null) document = head[1] ?? null;
    else if (next !== null && document !== null && (row[0] === "+" || row[0] === " ")) {
      return { document, line: next++, shift: 1 };
    }
    return null;
  });
}
