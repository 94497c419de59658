import type { Note } from "./settings.ts";

/** A moderator's note, and the round before which it is heard. */
export interface HeardNote extends Note {
  round: number;
}
