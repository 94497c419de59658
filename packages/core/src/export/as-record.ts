import type { PartialResult } from "../protocol/result.ts";
import type { DebateRecord } from "../record/index.ts";
import { stringifyVisible } from "../visible.ts";

/** What can be exported: a record from `fold(events)`, or only the result of a finished debate. */
export type Exportable = DebateRecord | PartialResult;

/** A result as the record of a finished debate; a record stays as it is. */
export function toRecord(source: Exportable): DebateRecord {
  if ("result" in source) return source;
  return {
    status: "completed",
    phase: "deciding",
    completedRounds: source.rounds.length,
    waits: [],
    result: source,
    atLeastUsd: source.costUsd ?? 0,
    started: null,
    error: null,
  };
}

/** The whole record as indented JSON. Characters that a terminal would obey are escaped. */
export function toJson(source: Exportable): string {
  return `${stringifyVisible(toRecord(source), 2)}\n`;
}
