import type { Missing } from "../protocol/result.ts";
import type { DebateState } from "./state.ts";

/** Notes that something was requested and did not happen. The next event that reports work includes it. */
export function noteMissing(state: DebateState, missing: Missing): void {
  state.missing.push(missing);
}

/** Adds what was noted since the last call to an event. */
export function withMissing<E extends { missing?: Missing[] }>(
  { missing }: DebateState,
  event: E,
): E {
  if (missing.length > 0) event.missing = missing.splice(0);
  return event;
}
