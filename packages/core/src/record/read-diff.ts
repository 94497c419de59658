/** A line of a unified diff that shows a line of a file. */
export interface DiffLine {
  /** New name of the file, or its old name if the change deletes it. */
  document: string;
  /** Line number in the new file. `null`: removed. */
  line: number | null;
  /** Line number in the old file. `null`: added. */
  oldLine: number | null;
  /** True if the line was in the old file. */
  wasThere: boolean;
  /** Index of the hunk in the diff. */
  hunk: number;
  /** Range of the line's content in the diff, after the + or - or space. */
  from: number;
  to: number;
}

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const FILE_HEADER = /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?)(.+?)(?:\t.*)?$/;
/** Says that the line above has no line break. It may stand inside a hunk, and counts as no line. */
const NO_LINE_BREAK = "\\";

interface Hunk {
  document: string;
  index: number;
  /** Number of the next line in each file. */
  next: number;
  oldNext: number;
  /** Remaining lines of each file, by the hunk header: only they tell where the hunk ends. */
  left: number;
  oldLeft: number;
}

export function isDiff(text: string): boolean {
  return /^--- .+\r?\n\+\+\+ .+\r?\n@@ /m.test(text);
}

/**
 * Maps each line of a unified diff to the file line that it shows; `null` for headers. Returns `null` if the
 * text is not a diff.
 */
export function readDiff(text: string): (DiffLine | null)[] | null {
  if (!isDiff(text)) return null;
  let document: string | null = null;
  let hunks = 0;
  let hunk: Hunk | null = null;
  return splitLines(text).map(({ row, from, isContinued }) => {
    if (isContinued || row.startsWith(NO_LINE_BREAK)) return null;
    const mark = row[0] ?? "";
    if (hunk !== null && isExpected(hunk, mark)) {
      const [isOld, isNew] = [mark !== "+", mark !== "-"];
      if (isOld) hunk.oldLeft -= 1;
      if (isNew) hunk.left -= 1;
      return {
        document: hunk.document,
        line: isNew ? hunk.next++ : null,
        oldLine: isOld ? hunk.oldNext++ : null,
        wasThere: isOld,
        hunk: hunk.index,
        from: from + mark.length,
        to: from + row.length,
      };
    }
    hunk = document === null ? null : openHunk(row, document, hunks);
    if (hunk !== null) hunks += 1;
    document = findName(row) ?? document;
    return null;
  });
}

/** True for a line of the hunk. A removed line that begins with "-- " looks like a header, but its hunk expects it. */
function isExpected({ left, oldLeft }: Hunk, mark: string): boolean {
  // Editors may strip the space of an empty line.
  if (mark === " " || mark === "") return left > 0 && oldLeft > 0;
  return (mark === "+" && left > 0) || (mark === "-" && oldLeft > 0);
}

function openHunk(row: string, document: string, index: number): Hunk | null {
  const header = HUNK_HEADER.exec(row);
  if (header === null) return null;
  const [, oldNext, oldLeft = "1", next, left = "1"] = header;
  return {
    ...{ document, index, next: Number(next), oldNext: Number(oldNext) },
    ...{ left: Number(left), oldLeft: Number(oldLeft) },
  };
}

/** File name in a header. A deleted file keeps the name before `/dev/null`. */
function findName(row: string): string | null {
  const name = FILE_HEADER.exec(row)?.[1] ?? null;
  return name === "/dev/null" ? null : name;
}

/** Splits at LF, CRLF or CR. A row behind a CR alone continues the diff's line: git breaks lines at LF only. */
function splitLines(text: string): { row: string; from: number; isContinued: boolean }[] {
  let from = 0;
  return text.split(/(\r\n|\n|\r)/).flatMap((part, index, parts) => {
    const line = { row: part, from, isContinued: parts[index - 1] === "\r" };
    from += part.length;
    return index % 2 === 0 ? [line] : [];
  });
}
