import type { DebateResult } from "@rostrum/core/protocol";
import type { EvalItem } from "../datasets/item.ts";
import type { ArmOutcome, EvalRow, GradedAnswer } from "../outcome.ts";
import type { EvalReport } from "../summary.ts";

/** The version of the JSON form of a report. */
export const SNAPSHOT_VERSION = 1;

/** An outcome with the index of its debate in the row's `debates`. */
export type SnapshotOutcome = Omit<ArmOutcome, "debate"> & { debate: number | null };

/** One question of a report as plain JSON. */
export interface SnapshotRow {
  item: EvalItem;
  outcomes: Record<string, SnapshotOutcome>;
  /** Distinct debates; the first has the panel's independent answers. */
  debates: DebateResult<unknown>[];
  /** Grades by a model, if there was one. */
  graded?: GradedAnswer[];
}

/** A report as plain JSON, to compare with a later run. */
export interface Snapshot extends Omit<EvalReport, "rows"> {
  version: typeof SNAPSHOT_VERSION;
  /** When it was made, as an ISO date. */
  date: string;
  /** The settings of the evaluation, as far as JSON can represent them. */
  options: Record<string, unknown>;
  rows: SnapshotRow[];
}

/** Metadata stored with a report. */
export interface SnapshotOptions {
  date: Date;
  options: Record<string, unknown>;
}

/** A report as plain JSON. */
export function reportJson(report: EvalReport, { date, options }: SnapshotOptions): Snapshot {
  const { rows, ...figures } = report;
  return {
    version: SNAPSHOT_VERSION,
    date: date.toISOString(),
    options,
    ...figures,
    rows: rows.map(createSnapshotRow),
  };
}

function createSnapshotRow({ item, independent, outcomes, graded }: EvalRow): SnapshotRow {
  const debates: DebateResult<unknown>[] = [independent];
  const named = Object.entries(outcomes).map(([name, outcome]) => {
    const { debate } = outcome;
    if (debate !== null && !debates.includes(debate)) debates.push(debate);
    return [name, { ...outcome, debate: debate === null ? null : debates.indexOf(debate) }];
  });
  return {
    item,
    outcomes: Object.fromEntries(named) as SnapshotRow["outcomes"],
    debates,
    ...(graded ? { graded } : {}),
  };
}
