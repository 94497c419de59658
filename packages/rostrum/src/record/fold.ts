import type { DebateEvent } from "../protocol/events.ts";
import { Recorder, type DebateRecord } from "./recorder.ts";

/** Rebuilds a debate from its events, exactly. Pure; deltas are ignored. */
export function fold(events: Iterable<DebateEvent>): DebateRecord {
  const recorder = new Recorder();
  for (const event of events) {
    if (event.type !== "debate.delta") recorder.apply(event);
  }
  return recorder.record();
}
