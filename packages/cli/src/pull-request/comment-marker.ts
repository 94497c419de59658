import { createHash } from "node:crypto";
import { z } from "zod";
import { SEVERITIES, type Finding } from "@rostrum/core/protocol";
import type { PlacedFinding } from "./place-findings.ts";

/** What a comment on a line remembers about its finding. */
export interface FindingNote extends Pick<Finding, "severity" | "status"> {
  path: string;
  /** Hashes of the quoted lines. */
  lines: string[];
  /** Hash of what it claims. */
  claim: string;
}

/** What the summary remembers about all reviews of its pull request. */
export interface SummaryNote {
  /** The head commit that it is about. */
  commit: string;
  /** What they cost together, in dollars. */
  usd: number;
}

type Notes = { finding: FindingNote; summary: SummaryNote };

const SHAPES: { [K in keyof Notes]: z.ZodType<Notes[K]> } = {
  finding: z.object({
    path: z.string(),
    lines: z.array(z.string()),
    claim: z.string(),
    severity: z.enum(SEVERITIES),
    status: z.enum(["upheld", "contested", "refuted"]),
  }),
  summary: z.object({ commit: z.string(), usd: z.number().nonnegative() }),
};

/** An invisible first line, by which a comment is found again. */
export function writeMarker<K extends keyof Notes>(kind: K, note: Notes[K]): string {
  const data = JSON.stringify(note).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return `<!-- rostrum ${kind} ${data} -->`;
}

/** What the first line of a comment remembers; `null`: it has no such line. Only our own comments are read. */
export function readMarker<K extends keyof Notes>(kind: K, body: string): Notes[K] | null {
  const [first = ""] = body.split(/\r?\n/, 1);
  const opening = `<!-- rostrum ${kind} `;
  if (!first.startsWith(opening) || !first.endsWith(" -->")) return null;
  try {
    return SHAPES[kind].parse(JSON.parse(first.slice(opening.length, -" -->".length)));
  } catch {
    return null;
  }
}

const MOST_LINES = 20;

export function noteFinding(
  { lines, claim, severity, status }: PlacedFinding,
  path: string,
): FindingNote {
  // Brackets alone stand everywhere.
  const telling = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  const chosen = telling.length > 0 ? telling : lines;
  const hashes = [...new Set(chosen.map(hashLine))].slice(0, MOST_LINES);
  return { path, lines: hashes, claim: hashLine(claim), severity, status };
}

/** A line is the same whatever space is around it. */
export function hashLine(text: string): string {
  return createHash("sha256").update(text.trim()).digest("hex").slice(0, 16);
}
