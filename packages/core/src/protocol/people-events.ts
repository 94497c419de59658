import type { HeardNote } from "./note.ts";

/** The run needs a person: it is paused, or one of its steps waits. Other steps may still be in flight. */
export interface WaitingEvent {
  type: "debate.waiting";
  /** `proceed`: paused after a round (`onRound: "wait"`). `speak`: a step waits for a person's reply. */
  for: "proceed" | "speak";
  round: number;
  /** Person who should reply, as in `speak(id, name, …)`. */
  name?: string;
  /** Role of the person: a debater's name, or the role of another step such as `judge`. */
  source?: string;
}

/** A person continued a paused run. */
export interface ProceededEvent {
  type: "debate.proceeded";
  round: number;
}

/**
 * A moderator's note for all debaters before a round. If that round doesn't take place, the note is not used.
 */
export interface SaidEvent extends HeardNote {
  type: "debate.said";
}

/** A person should review the result. */
export interface EscalatedEvent {
  type: "debate.escalated";
  agreement: number | null;
  tied: boolean;
  /** The run pauses until it is reviewed. */
  waiting: boolean;
}
