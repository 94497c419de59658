/** A line of a unified diff that shows a line of a file. */
export interface DiffLine {
  /** The file, by its new name, or by its old one if the change deletes it. */
  document: string;
  /** Its number in the new file; `null`: the change takes it out. */
  line: number | null;
  /** Its number in the old file; `null`: the change puts it in. */
  oldLine: number | null;
  /** Whether the file had it before the change. */
  wasThere: boolean;
  /** Which hunk of the diff it is in, from 0. */
  hunk: number;
  /** Where the file's own characters begin in the diff, after the + or - or space, and where they end. */
  from: number;
  to: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,\d+)? @@/;
const HEAD = /^(?:\+\+\+ (?:b\/)?|--- (?:a\/)?)(.+?)(?:\t.*)?$/;

interface OpenHunk {
  index: number;
  /** The number of its next line in each file. */
  next: number;
  oldNext: number;
  /** How many lines of the old file are still to come, by its head. */
  oldLeft: number;
}

/** Whether a text is a unified diff, or has one in it. */
export function isDiff(text: string): boolean {
  return /^--- .+\r?\n\+\+\+ .+\r?\n@@ /m.test(text);
}

/** For each line of a unified diff, the line of a file that it shows; `null` for heads. Not a diff: `null` for the whole. */
export function readDiff(text: string): (DiffLine | null)[] | null {
  if (!isDiff(text)) return null;
  let document: string | null = null;
  let hunks = 0;
  let open: OpenHunk | null = null;
  return splitLines(text).map(({ row, from }) => {
    const head = HUNK.exec(row);
    const mark = row[0] ?? "";
    if (head) {
      const [, oldNext, oldLeft = "1", next] = head;
      open = {
        index: hunks++,
        next: Number(next),
        oldNext: Number(oldNext),
        oldLeft: Number(oldLeft),
      };
    } else if (row.startsWith("diff ") || (row.startsWith("--- ") && !open?.oldLeft)) {
      // A line that begins with "-- " looks the same when it is taken out, but its hunk expects it.
      open = null;
      document = findName(row) ?? document;
    } else if (open === null) document = findName(row) ?? document;
    // Editors take the space of an empty line away.
    else if (document !== null && ["+", "-", " ", ""].includes(mark)) {
      const wasThere = mark !== "+";
      if (wasThere) open.oldLeft -= 1;
      return {
        document,
        line: mark === "-" ? null : open.next++,
        oldLine: wasThere ? open.oldNext++ : null,
        wasThere,
        hunk: open.index,
        from: from + mark.length,
        to: from + row.length,
      };
    }
    return null;
  });
}

/** The file that a head names. A deleted file keeps the name that came before `/dev/null`. */
function findName(row: string): string | null {
  const name = HEAD.exec(row)?.[1] ?? null;
  return name === "/dev/null" ? null : name;
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
