import { ConfigError } from "@rostrum/core/support";
import type { EvalRow } from "../outcome.ts";
import { correctForMany, pairedDifference, type PairedDifference } from "../statistics/paired.ts";
import type { EvalReport } from "../summary.ts";
import { SNAPSHOT_VERSION, type Snapshot, type SnapshotRow } from "./json.ts";

/** One arm in two runs of an evaluation. */
export interface ArmComparison {
  name: string;
  /** Accuracy on the shared questions. */
  now: number;
  before: number;
  difference: PairedDifference;
}

/** Changes between two runs of an evaluation. */
export interface Comparison {
  /** Questions that both runs have finished. */
  shared: number;
  /** Questions of one run only, or with a changed text or answer. */
  left: number;
  /** Arms that both runs have, by name. */
  arms: ArmComparison[];
}

/** Compares with an earlier run, question by question. */
export function compareReports(report: EvalReport, earlier: Snapshot): Comparison {
  const earlierRows = new Map(earlier.rows.map((row) => [row.item.id, row]));
  const pairs = report.rows.flatMap((now) => {
    const before = earlierRows.get(now.item.id);
    return before && isSameQuestion(now, before) ? [{ now, before }] : [];
  });
  const names = new Set(earlier.arms.map(({ name }) => name));
  const arms = report.arms.flatMap(({ name }) => {
    if (!names.has(name) || pairs.length === 0) return [];
    const rightNow = pairs.map((pair) => pair.now.outcomes[name]?.right === true);
    const rightBefore = pairs.map((pair) => pair.before.outcomes[name]?.right === true);
    return [
      {
        name,
        now: computeShare(rightNow),
        before: computeShare(rightBefore),
        difference: pairedDifference(rightNow, rightBefore),
      },
    ];
  });
  const differences = correctForMany(arms.map(({ difference }) => difference));
  return {
    shared: pairs.length,
    left: report.rows.length + earlier.rows.length - 2 * pairs.length,
    arms: arms.map((arm, index) => ({ ...arm, difference: differences[index] ?? arm.difference })),
  };
}

function isSameQuestion({ item: now }: EvalRow, { item: before }: SnapshotRow): boolean {
  return now.question === before.question && now.gold === before.gold;
}

function computeShare(right: readonly boolean[]): number {
  return right.filter(Boolean).length / right.length;
}

/** Parses the output of `reportJson`; `source` names it in errors. */
export function readSnapshot(text: string, source: string): Snapshot {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(source, "expected JSON, got something else", { cause });
  }
  const snapshot = (typeof value === "object" && value !== null ? value : {}) as Partial<Snapshot>;
  if (snapshot.version !== SNAPSHOT_VERSION) {
    const version = JSON.stringify(snapshot.version) ?? "none";
    const message = `expected a report of version ${SNAPSHOT_VERSION}, got version ${version}`;
    throw new ConfigError(source, message);
  }
  if (!Array.isArray(snapshot.rows) || !Array.isArray(snapshot.arms)) {
    throw new ConfigError(source, "expected a report with rows and arms");
  }
  return snapshot as Snapshot;
}
