/** A line of a unified diff that shows a line of a file. */
export interface DiffLine {
  /** The file, by its new name. */
  document: string;
  /** Its number in the new file; `null`: the change takes it out. */
  line: number | null;
  /** Whether the file had it before the change. */
  wasThere: boolean;
  /** Where the file's own characters begin in the diff, after the + or - or space, and where they end. */
  from: number;
  to: number;
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const HEAD = /^\+\+\+ (?:b\/)?(.+?)(?:\t.*)?$/;

/** For each line of a unified diff, the line of a file that it shows; `null` for heads. Not a diff: `null` for the whole. */
export function readDiff(text: string): (DiffLine | null)[] | null {
  if (!/^--- .+\r?\n\+\+\+ .+\r?\n@@ /m.test(text)) return null;
  let document: string | null = null;
  let next: number | null = null;
  return splitLines(text).map(({ row, from }) => {
    const hunk = HUNK.exec(row);
    const mark = row[0] ?? "";
    if (hunk) next = Number(hunk[1]);
    else if (/^(?:diff |--- )/.test(row)) next = null;
    else if (next === null) document = HEAD.exec(row)?.[1] ?? document;
    // Editors take the space of an empty line away.
    else if (document !== null && ["+", "-", " ", ""].includes(mark)) {
      return {
        document,
        line: mark === "-" ? null : next++,
        wasThere: mark !== "+",
        from: from + mark.length,
        to: from + row.length,
      };
    }
    return null;
  });
}

/** Lines end with \n, \r\n or \r. */
function splitLines(text: string): { row: string; from: number }[] {
  let from = 0;
  return text.split(/(\r\n|\n|\r)/).flatMap((part, index) => {
    const line = { row: part, from };
    from += part.length;
    return index % 2 === 0 ? [line] : [];
  });
}
