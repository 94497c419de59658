import type { Missing } from "../protocol/result.ts";
import type { DebateState } from "./state.ts";

/** Notes that something was requested and did not happen. The next event that reports work includes it. */
export function noteMissing(state: DebateState, missing: Missing): void {
  state.missing.push(missing);
}

/** What was noted since the last call, as part of an event. */
export function takeMissing({ missing }: DebateState): { missing?: Missing[] } {
  const noted = missing.splice(0);
  return noted.length === 0 ? {} : { missing: noted };
}
