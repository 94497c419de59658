import type { HeardNote } from "../protocol/note.ts";
import type { SaidEvent } from "../protocol/people-events.ts";

/** A moderator's note, as debaters hear it. */
export function heardNote({ round, note, from }: SaidEvent): HeardNote {
  return from === undefined ? { round, note } : { round, note, from };
}
