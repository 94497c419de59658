import type { PartialResult } from "../protocol/result.ts";
import type { DebateRecord } from "../record/recorder.ts";
import { stringifyVisible } from "../visible.ts";

/** Input of an export: a record from `fold(events)`, or only the result of a finished debate. */
export type Exportable = DebateRecord | PartialResult;

/** Converts a result to the record of a finished debate. Records pass through. */
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

/** Complete record as indented JSON. Control characters are escaped. */
export function toJson(source: Exportable): string {
  return `${stringifyVisible(toRecord(source), 2)}\n`;
}
