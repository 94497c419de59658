import type { RecordedName } from "@rostrum/core/record";
import { startRecorded, type Showing, formatRecordedId } from "@rostrum/page";
import { describeError } from "../describe-error.ts";
import { beginRun } from "./runs.ts";

/** Plays a recorded debate as if it ran here. */
export function playRecordedRun(name: RecordedName): void {
  let showing: Showing | null = null;
  const run = beginRun(
    formatRecordedId(name),
    false,
    () => showing?.stop(),
    () => showing?.skipPauses(),
  );
  showing = startRecorded(
    name,
    (events) => events.forEach(run.push),
    (problem) => run.end(problem === undefined ? undefined : describeError(problem)),
  );
}
