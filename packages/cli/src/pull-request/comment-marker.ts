import { createHash } from "node:crypto";
import { z } from "zod";
import { SEVERITIES, type Finding } from "@rostrum/core/protocol";
import type { PlacedFinding } from "./place-findings.ts";

/** Data about a finding that is stored in its comment. */
export interface FindingNote extends Pick<Finding, "severity" | "status"> {
  path: string;
  /** Hashes of the quoted lines. */
  lines: string[];
  /** Hash of its claim. */
  claim: string;
}

/** Data about all reviews of a pull request that is stored in the summary comment. */
export interface SummaryNote {
  /** Head commit of the last review. */
  commit: string;
  /** Cost in US dollars of the reviews that have no entry in `runs`. */
  usd: number;
  /** One entry for each run, so that a run replaces only its own. Oldest first. */
  runs: RunSpending[];
}

/** Amount counted for a run: its limit from its first call until it reports its cost. */
export interface RunSpending {
  id: string;
  usd: number;
}

type Notes = { finding: FindingNote; summary: SummaryNote };

const NOTE_SHAPES: { [K in keyof Notes]: z.ZodType<Notes[K]> } = {
  finding: z.object({
    path: z.string(),
    lines: z.array(z.string()),
    claim: z.string(),
    severity: z.enum(SEVERITIES),
    status: z.enum(["upheld", "contested", "refuted"]),
  }),
  summary: z.object({
    commit: z.string(),
    usd: z.number().nonnegative(),
    runs: z.array(z.object({ id: z.string(), usd: z.number().nonnegative() })).default([]),
  }),
};

/** Invisible first line of a comment, by which later reviews find it. */
export function writeMarker<K extends keyof Notes>(kind: K, note: Notes[K]): string {
  const data = JSON.stringify(note).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return `<!-- rostrum ${kind} ${data} -->`;
}

/** Reads the data in a comment's first line. Null when there is none. Only call it on our own comments. */
export function readMarker<K extends keyof Notes>(kind: K, body: string): Notes[K] | null {
  const [first = ""] = body.split(/\r?\n/, 1);
  const opening = `<!-- rostrum ${kind} `;
  if (!first.startsWith(opening) || !first.endsWith(" -->")) return null;
  try {
    return NOTE_SHAPES[kind].parse(JSON.parse(first.slice(opening.length, -" -->".length)));
  } catch {
    return null;
  }
}

const MAX_LINES = 20;

export function makeFindingNote(
  { lines, claim, severity, status }: PlacedFinding,
  path: string,
): FindingNote {
  // Lines without letters or digits, such as brackets, occur everywhere.
  const linesWithText = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  const hashedLines = linesWithText.length > 0 ? linesWithText : lines;
  const hashes = [...new Set(hashedLines.map(hashLine))].slice(0, MAX_LINES);
  return { path, lines: hashes, claim: hashLine(claim), severity, status };
}

/** Hashes a line without the white space around it. */
export function hashLine(text: string): string {
  return createHash("sha256").update(text.trim()).digest("hex").slice(0, 16);
}
