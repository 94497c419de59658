import type { PartialResult } from "../protocol/result.ts";
import type { DebateRecord } from "../record/index.ts";

/** What can be exported: a record from `fold(events)`, or only the result of a finished debate. */
export type Exportable = DebateRecord | PartialResult;

export function asRecord(source: Exportable): DebateRecord {
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
