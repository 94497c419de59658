import type { LocatedFinding, ReviewedDocument } from "@rostrum/core/export";
import { readDiff, type DiffLine } from "@rostrum/core/record";

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

/** Texts in which findings are placed. */
export interface PlacedTexts {
  diff: string;
  documents: readonly ReviewedDocument[];
}

/** Places each finding at its first verified quote that is in the diff. */
export function placeFindings(
  findings: readonly UnplacedFinding[],
  { diff, documents }: PlacedTexts,
): PlacedFinding[] {
  const text = documents.find(({ document }) => document === diff)?.text ?? "";
  const diffRows = readDiff(text) ?? [];
  const lines = diffRows.filter((line) => line !== null);
  const getLineText = ({ from, to }: DiffLine): string => text.slice(from, to).trim();

  /** Runs of consecutive lines in one hunk with this wording, among lines of the new files. */
  function findRuns(words: readonly string[], path?: string): DiffLine[][] {
    const newLines = lines.filter(
      ({ document, line }) => line !== null && (path === undefined || document === path),
    );
    return newLines.flatMap((line, index) => {
      const run = newLines.slice(index, index + words.length);
      const isSame = run.every(
        (each, at) => each.hunk === line.hunk && getLineText(each) === words[at],
      );
      return isSame && run.length === words.length ? [run] : [];
    });
  }

  /** Finds a quote of a file in the diff: on its own line, or where the change adds the same lines. */
  function findPassage({ document, at }: LocatedFinding["quotes"][number]): Passage | null {
    const source = documents.find((each) => each.document === document);
    if (at === null || source === undefined || document === undefined) return null;
    const [first, last] = [countLine(source.text, at[0]), countLine(source.text, at[1] - 1)];
    if (document !== diff) {
      const words = source.text.split("\n").slice(first - 1, last);
      const trimmed = words.map((row) => row.trim());
      const runs = findRuns(trimmed, document);
      const run = runs.find(([line]) => line?.line === first) ?? runs.find(isAdded) ?? [];
      return { path: document, first, run, words: trimmed };
    }
    const quotedRows = diffRows.slice(first - 1, last).filter((line) => line !== null);
    const words = quotedRows.map(getLineText);
    // Lines that are removed here and added elsewhere were moved: comment on the new place.
    const isRemoved = quotedRows.every(({ line }) => line === null);
    const moved = isRemoved && words.length > 0 ? findRuns(words).find(isAdded) : undefined;
    const run = moved ?? quotedRows;
    const path = run[0]?.document;
    if (path === undefined || run.some((each) => each.document !== path)) return null;
    return { path, first: run[0]?.line ?? null, run, words };
  }

  return findings.map((finding) => {
    const passages = finding.quotes
      .filter(({ verified }) => verified)
      .flatMap((quote) => findPassage(quote) ?? []);
    const best = passages.find(({ run }) => run.length > 0) ?? passages[0];
    if (best === undefined) return { ...finding, place: null, at: null, lines: [] };
    const { path, first, run, words } = best;
    const place = makePlace(run);
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
  run: DiffLine[];
  /** Its lines, trimmed. */
  words: string[];
}

function isAdded(run: readonly DiffLine[]): boolean {
  return run.every(({ wasThere }) => !wasThere);
}

/** GitHub attaches a comment to lines of one hunk and one side. If both sides are quoted, the new one wins. */
function makePlace(run: readonly DiffLine[]): CommentPlace | null {
  const last = run.findLast(({ line }) => line !== null) ?? run.at(-1);
  if (last === undefined) return null;
  const side = last.line === null ? "LEFT" : "RIGHT";
  const number = (each: DiffLine): number | null => (side === "LEFT" ? each.oldLine : each.line);
  const line = number(last);
  if (line === null) return null;
  const first = run.find((each) => each.hunk === last.hunk && number(each) !== null);
  const start = first === undefined ? null : number(first);
  const several = start !== null && start < line ? { startLine: start } : {};
  return { path: last.document, side, line, ...several };
}

/** Line number of an offset, from 1. On GitHub, only \n ends a line. */
function countLine(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
