import type { RecordedName } from "rostrum/page";
import { startRecorded, type Showing } from "../../../viewer/src/recorded/start-recorded.ts";
import { formatRecordedId } from "../../../viewer/src/recorded/recorded-id.ts";
import { describeError } from "../parts/describe-error.ts";
import { beginRun } from "./runs.ts";

/** Shows a recorded debate as if it ran here. */
export function playRecordedRun(name: RecordedName): void {
  let showing: Showing | null = null;
  const run = beginRun(
    formatRecordedId(name),
    false,
    () => showing?.stop(),
    () => showing?.hurry(),
  );
  showing = startRecorded(
    name,
    (events) => events.forEach(run.push),
    (problem) => run.end(problem === undefined ? undefined : describeError(problem)),
  );
}
