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

const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@/;
const FILE_HEADER = /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?)(.+?)(?:\t.*)?$/;

interface OpenHunk {
  index: number;
  /** Number of the next line in each file. */
  next: number;
  oldNext: number;
  /** Remaining lines of the old file, by the hunk header. */
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
  let openHunk: OpenHunk | null = null;
  return splitLines(text).map(({ row, from }) => {
    const head = HUNK_HEADER.exec(row);
    const mark = row[0] ?? "";
    if (head) {
      const [, oldNext, oldLeft = "1", next] = head;
      openHunk = {
        index: hunks++,
        next: Number(next),
        oldNext: Number(oldNext),
        oldLeft: Number(oldLeft),
      };
    } else if (row.startsWith("diff ") || (row.startsWith("--- ") && !openHunk?.oldLeft)) {
      // A removed line that begins with "-- " looks like a header, but its hunk expects it.
      openHunk = null;
      document = findName(row) ?? document;
    } else if (openHunk === null) document = findName(row) ?? document;
    // Editors may strip the space of an empty line.
    else if (document !== null && ["+", "-", " ", ""].includes(mark)) {
      const wasThere = mark !== "+";
      if (wasThere) openHunk.oldLeft -= 1;
      return {
        document,
        line: mark === "-" ? null : openHunk.next++,
        oldLine: wasThere ? openHunk.oldNext++ : null,
        wasThere,
        hunk: openHunk.index,
        from: from + mark.length,
        to: from + row.length,
      };
    }
    return null;
  });
}

/** File name in a header. A deleted file keeps the name before `/dev/null`. */
function findName(row: string): string | null {
  const name = FILE_HEADER.exec(row)?.[1] ?? null;
  return name === "/dev/null" ? null : name;
}

/** Splits at LF, CRLF or CR. */
function splitLines(text: string): { row: string; from: number }[] {
  let from = 0;
  return text.split(/(\r\n|\n|\r)/).flatMap((part, index) => {
    const line = { row: part, from };
    from += part.length;
    return index % 2 === 0 ? [line] : [];
  });
}
