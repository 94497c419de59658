import { readDiff } from "@rostrum/core/record";
import { hashLine, noteFinding, type FindingNote } from "./comment-marker.ts";
import type { EarlierFinding } from "./earlier-comments.ts";
import type { PlacedFinding, PlacedTexts } from "./place-findings.ts";

/** What becomes of a finding's comment. */
export interface MatchedFinding {
  finding: PlacedFinding;
  /** What its comment remembers; `null`: it has no place for one. */
  note: FindingNote | null;
  /** The comment that an earlier review wrote about it. */
  earlier: EarlierFinding | null;
}

export interface MatchedComments {
  findings: MatchedFinding[];
  /** Comments whose lines are still there, about which this review says nothing: they stand until somebody resolves them. */
  open: EarlierFinding[];
}

/**
 * Finds the comment that an earlier review wrote about each finding: one on a quoted line of the same file, best with the
 * same words. Each comment is about one finding, so two findings on one line have two.
 */
export function matchComments(
  findings: readonly PlacedFinding[],
  earlier: readonly EarlierFinding[],
  texts: PlacedTexts,
): MatchedComments {
  const left = new Set(earlier);
  const noted = findings.map((finding): MatchedFinding => {
    const path = finding.place?.path ?? finding.at?.path;
    const note = path === undefined ? null : noteFinding(finding, path);
    return { finding, note, earlier: null };
  });
  // All findings look for their own words first, so that none takes a comment that fits another better.
  for (const fits of [isSameFinding, isSameClaim, isSamePlace]) {
    for (const matched of noted) {
      const { note } = matched;
      if (note === null || matched.earlier !== null) continue;
      const found = [...left].find((each) => fits(each, note));
      if (found === undefined) continue;
      matched.earlier = found;
      left.delete(found);
    }
  }
  const matched = noted.map((each) =>
    each.finding.place === null ? { ...each, note: null } : each,
  );
  const open = [...left].filter(({ isSettled, status, path, lines }) => {
    if (isSettled || status === "refuted") return false;
    const there = hashLines(path, texts);
    return lines.some((line) => there.has(line));
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

/** Every line that the file has after the change, and every line that the diff shows of it. */
function hashLines(path: string, { diff, documents }: PlacedTexts): Set<string> {
  const find = (name: string): string =>
    documents.find(({ document }) => document === name)?.text ?? "";
  const text = find(diff);
  const changed = (readDiff(text) ?? []).flatMap((line) =>
    line?.document === path ? [text.slice(line.from, line.to)] : [],
  );
  return new Set([...find(path).split("\n"), ...changed].map(hashLine));
}
