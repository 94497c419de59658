import type { LocatedFinding, ReviewedDocument } from "@rostrum/core/export";
import { readDiff, type DiffLine } from "@rostrum/core/record";
import type { ReadFile } from "@rostrum/runtime/repository";

/** Lines of a diff that a comment can be attached to. */
export interface CommentPlace {
  path: string;
  /** `LEFT` for removed lines. */
  side: "LEFT" | "RIGHT";
  line: number;
  /** First line of a range. */
  startLine?: number;
}

/** A finding that says whether it is in the change. Its place is looked up again, as GitHub counts lines. */
type UnplacedFinding = Omit<LocatedFinding, "at">;

/** A finding with its place in the pull request. */
export interface PlacedFinding extends UnplacedFinding {
  /** Null when none of its quotes is in the diff. */
  place: CommentPlace | null;
  /** Position of its quote after the change, in the diff or not. Null when it has none. */
  at: { path: string; line: number } | null;
  /** Quoted lines, trimmed, by which later commits find the place again. */
  lines: string[];
}

/** Texts in which findings are placed: what members read, and what GitHub shows of it. */
export interface PlacedTexts {
  documents: readonly ReviewedDocument[];
  files: readonly ReadFile[];
}

/** Places each finding at its first verified quote that is in the diff. */
export function placeFindings(
  findings: readonly UnplacedFinding[],
  { documents, files }: PlacedTexts,
): PlacedFinding[] {
  const paths = new Map(files.map(({ name, path }) => [name, path]));
  const shownLines = files.flatMap(({ patch }) => listRows(patch).filter((row) => row !== null));
  const shownByName = Map.groupBy(shownLines, ({ document }) => document);

  /** Finds a quote on a line that GitHub shows: its own or, if it has none, where the change adds the same lines. */
  function findPassage({ document, at }: LocatedFinding["quotes"][number]): Passage | null {
    const source = documents.find((each) => each.document === document);
    if (at === null || source === undefined) return null;
    const [first, last] = [countLine(source.text, at[0]), countLine(source.text, at[1] - 1)];
    const quoted = listRows(source.text)
      .slice(first - 1, last)
      .filter((row) => row !== null);
    const words = quoted.map(({ text }) => text);
    const shownOfFile = shownByName.get(quoted[0]?.document ?? "") ?? [];
    const shown = shownOfFile.filter((line) => quoted.some((each) => isSameLine(each, line)));
    // Lines that are removed here and added elsewhere were moved: comment on the new place.
    const isRemoved = quoted.every(({ line }) => line === null);
    const added = isRemoved ? findAdded(words, shownLines) : findAdded(words, shownOfFile);
    const run = added.length > 0 && (isRemoved || shown.length === 0) ? added : shown;
    const path = paths.get((run[0] ?? quoted[0])?.document ?? "");
    return path === undefined ? null : { path, first: quoted[0]?.line ?? null, run, words };
  }

  return findings.map((finding) => {
    const passages = finding.quotes
      .filter(({ verified }) => verified)
      .flatMap((quote) => findPassage(quote) ?? []);
    const best = passages.find(({ run }) => run.length > 0) ?? passages[0];
    if (best === undefined) return { ...finding, place: null, at: null, lines: [] };
    const { path, first, run, words } = best;
    const place = makePlace(path, run);
    const line = run.find((each) => each.line !== null)?.line ?? first;
    return {
      ...finding,
      place,
      at: line === null ? null : { path, line },
      lines: words.filter((row) => row !== ""),
    };
  });
}

interface Passage {
  path: string;
  /** First line in the new file. Null when it is removed. */
  first: number | null;
  /** Its lines in the diff. */
  run: ShownLine[];
  /** Its lines, trimmed. */
  words: string[];
}

/** The first consecutive lines with this wording that one hunk adds. */
function findAdded(words: readonly string[], lines: readonly ShownLine[]): ShownLine[] {
  const newLines = lines.filter(({ line }) => line !== null);
  const start = newLines.findIndex(({ document, hunk }, index) =>
    words.every((text, offset) => {
      const line = newLines[index + offset];
      const isAdded = line?.wasThere === false && line.text === text;
      return isAdded && line.hunk === hunk && line.document === document;
    }),
  );
  return start === -1 ? [] : newLines.slice(start, start + words.length);
}

/** A line of a diff with its words, trimmed. */
interface ShownLine extends DiffLine {
  text: string;
}

/** The rows of a diff. Null for those that show no line of a file. */
export function listRows(diff: string): (ShownLine | null)[] {
  return (readDiff(diff) ?? []).map(
    (row) => row && { ...row, text: diff.slice(row.from, row.to).trim() },
  );
}

function isSameLine(a: DiffLine, b: DiffLine): boolean {
  return a.line === b.line && a.oldLine === b.oldLine;
}

/** GitHub attaches a comment to lines of one hunk and one side. If both sides are quoted, the new one wins. */
function makePlace(path: string, run: readonly DiffLine[]): CommentPlace | null {
  const last = run.findLast(({ line }) => line !== null) ?? run.at(-1);
  if (last === undefined) return null;
  const side = last.line === null ? "LEFT" : "RIGHT";
  const number = (each: DiffLine): number | null => (side === "LEFT" ? each.oldLine : each.line);
  const line = number(last);
  if (line === null) return null;
  const first = run.find((each) => each.hunk === last.hunk && number(each) !== null);
  const start = first === undefined ? null : number(first);
  const several = start !== null && start < line ? { startLine: start } : {};
  return { path, side, line, ...several };
}

/** Line number of an offset, from 1. On GitHub, only \n ends a line. */
function countLine(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
