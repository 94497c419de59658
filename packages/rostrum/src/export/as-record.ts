import type { PartialResult } from "../protocol/result.ts";
import type { DebateRecord } from "../record/index.ts";

/** What can be exported: a record from `fold(events)`, or only the result of a finished debate. */
export type Exportable = DebateRecord | PartialResult;

/** A result as the record of a finished debate; a record stays as it is. */
export function asRecord(source: Exportable): DebateRecord {
  if ("result" in source) return source;
  return { status: "completed", waits: [], result: source, started: null, error: null };
}
