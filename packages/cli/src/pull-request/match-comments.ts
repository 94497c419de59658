import { hashLine, makeFindingNote, type FindingNote } from "./comment-marker.ts";
import type { EarlierFinding } from "./earlier-comments.ts";
import { listRows, type PlacedFinding, type PlacedTexts } from "./place-findings.ts";

/** A finding with its comment. */
export interface MatchedFinding {
  finding: PlacedFinding;
  /** Data to store in its comment. Null when no line can carry one. */
  note: FindingNote | null;
  /** Comment of an earlier review about the same finding. */
  earlier: EarlierFinding | null;
}

export interface MatchedComments {
  findings: MatchedFinding[];
  /**
   * Comments that this review doesn't mention, on lines that still exist. They count until somebody resolves them.
   */
  open: EarlierFinding[];
}

/**
 * Finds each finding's comment from an earlier review: on a quoted line of the same file, preferably with the same
 * claim. A comment belongs to one finding, so two findings on one line have two comments.
 */
export function matchComments(
  findings: readonly PlacedFinding[],
  earlier: readonly EarlierFinding[],
  { files }: Pick<PlacedTexts, "files">,
): MatchedComments {
  const unmatched = new Set(earlier);
  const matches = findings.map((finding): MatchedFinding => {
    const path = finding.place?.path ?? finding.at?.path;
    const note = path === undefined ? null : makeFindingNote(finding, path);
    return { finding, note, earlier: null };
  });
  // Exact matches first, for all findings, so that none takes a comment that fits another one better.
  for (const fits of [isSameFinding, isSameClaim, isSamePlace]) {
    for (const matched of matches) {
      const { note } = matched;
      if (note === null || matched.earlier !== null) continue;
      const comment = [...unmatched].find((each) => fits(each, note));
      if (comment === undefined) continue;
      matched.earlier = comment;
      unmatched.delete(comment);
    }
  }
  const matched = matches.map((each) =>
    each.finding.place === null ? { ...each, note: null } : each,
  );
  const open = [...unmatched].filter(({ isSettled, status, path, lines }) => {
    if (isSettled || status === "refuted") return false;
    const currentLines = hashLines(path, files);
    return lines.some((line) => currentLines.has(line));
  });
  return { findings: matched, open };
}

function isSameFinding(a: FindingNote, b: FindingNote): boolean {
  const isSameLines =
    a.lines.length === b.lines.length && a.lines.every((each) => b.lines.includes(each));
  return isSameClaim(a, b) && isSameLines;
}

function isSameClaim(a: FindingNote, b: FindingNote): boolean {
  return a.claim === b.claim && isSamePlace(a, b);
}

function isSamePlace(a: FindingNote, b: FindingNote): boolean {
  return a.path === b.path && a.lines.some((line) => b.lines.includes(line));
}

/** Hashes of all lines of the changed file, and of its lines in the diff. */
function hashLines(path: string, files: PlacedTexts["files"]): Set<string> {
  const lines = files
    .filter((file) => file.path === path)
    .flatMap(({ patch, text }) => [
      ...(text ?? "").split("\n"),
      ...listRows(patch).map((row) => row?.text ?? ""),
    ]);
  return new Set(lines.map(hashLine));
}
