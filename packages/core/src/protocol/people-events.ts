import type { HeardNote } from "./note.ts";

/** The run needs a person: it is paused, or a step of it waits. Other steps may still be in flight. */
export interface WaitingEvent {
  type: "debate.waiting";
  /** `proceed`: paused after a round (`onRound: "wait"`). `speak`: a step waits for a person's words. */
  for: "proceed" | "speak";
  round: number;
  /** Who is to speak, as `speak(id, name, …)` names them. */
  name?: string;
  /** As whom they speak: the debater's name, or the role of another step such as `judge`. */
  source?: string;
}

/** A person let a paused run go on. */
export interface ProceededEvent {
  type: "debate.proceeded";
  round: number;
}

/** A moderator's note, which every debater gets before a round. If that round doesn't take place, nobody hears it. */
export interface SaidEvent extends HeardNote {
  type: "debate.said";
}

/** A person should look at the result. */
export interface EscalatedEvent {
  type: "debate.escalated";
  agreement: number | null;
  tied: boolean;
  /** The run pauses until it is reviewed. */
  waiting: boolean;
}
