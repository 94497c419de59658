import type { Finding } from "@rostrum/core/protocol";
import { wilson, type Interval } from "../statistics/wilson.ts";

/** Result of reviewing the code before one fix. */
export interface FixOutcome {
  commit: string;
  title: string;
  /** The files that were reviewed. */
  files: string[];
  /** Names of the panel's members. */
  members: string[];
  /** Findings that weren't refuted. */
  findings: Pick<Finding, "claim" | "severity" | "by">[];
  /** Indexes of the findings that report the fixed defect; `null`: unknown. */
  matches: number[] | null;
  /** US dollars; `null`: unknown. */
  costUsd: number | null;
  /** Reason why it doesn't count. */
  error?: string;
}

/** Share of the fixed defects that were found. */
export interface Recall extends Interval {
  found: number;
  of: number;
}

/** Past defects that a panel finds. */
export interface ReviewsReport {
  mode: "before" | "reverse";
  /** The model that matched findings with fixes. */
  matchedBy: string;
  fixes: (FixOutcome & { foundBy: string[] })[];
  /** Fixes that don't count, because a review or the matching failed. */
  failed: number;
  members: ({ name: string } & Recall)[];
  /** Recall of all members together: defects that at least one member found. */
  together: Recall;
  files: number;
  findings: number;
  low: number;
  costUsd: number | null;
  /** True if the spending limit ended it before the last fix. */
  stopped: boolean;
}

/** Adds up the outcomes of fixes. */
export function summarizeReviews(
  outcomes: readonly FixOutcome[],
  header: Pick<ReviewsReport, "mode" | "matchedBy" | "stopped">,
): ReviewsReport {
  const fixes = outcomes.map((outcome) => ({ ...outcome, foundBy: listFinders(outcome) }));
  const counted = fixes.filter(({ matches }) => matches !== null);
  const names = [...new Set(counted.flatMap(({ members }) => members))];
  const measure = (isFound: (fix: (typeof counted)[number]) => boolean): Recall => {
    const foundCount = counted.filter(isFound).length;
    return { found: foundCount, of: counted.length, ...wilson(foundCount, counted.length) };
  };
  const findings = counted.flatMap((fix) => fix.findings);
  const costs = fixes.map(({ costUsd }) => costUsd);
  return {
    ...header,
    fixes,
    failed: fixes.length - counted.length,
    members: names.map((name) => ({
      name,
      ...measure(({ foundBy }) => foundBy.includes(name)),
    })),
    together: measure(({ foundBy }) => foundBy.length > 0),
    files: counted.reduce((sum, { files }) => sum + files.length, 0),
    findings: findings.length,
    low: findings.filter(({ severity }) => severity === "low").length,
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0),
  };
}

/** Members that reported the defect that the fix removes. */
function listFinders({ matches, findings, members }: FixOutcome): string[] {
  const by = new Set((matches ?? []).flatMap((index) => findings[index]?.by ?? []));
  return members.filter((name) => by.has(name));
}
