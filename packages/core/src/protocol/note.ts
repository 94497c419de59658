import type { Note } from "./settings.ts";

/** A moderator's note, and the round that it precedes. */
export interface HeardNote extends Note {
  round: number;
}
