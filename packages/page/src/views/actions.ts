import type { VNode } from "preact";

/** Loads images and PDFs of a debate's context by digest. */
export interface Files {
  read(sha256: string): Promise<Blob>;
  save(sha256: string, name: string): Promise<void>;
}

/** Actions that change a debate or start another. Null if this user may not. */
export interface Changes {
  stop: (() => Promise<void>) | null;
  /** Runs the debate again from a round on, as a new run. */
  fork: ((fromRound: number) => Promise<void>) | null;
  remove: (() => Promise<void>) | null;
  /** Continues a debate that pauses after a round. */
  proceed: (() => Promise<void>) | null;
  /** Sends a moderator's note to all debaters. */
  say: ((note: string) => Promise<void>) | null;
  /** Submits the reply of a person on the panel. */
  speak: ((name: string, text: string) => Promise<void>) | null;
  /** Asks the same panel a follow-up question. */
  follow: ((question: string) => Promise<void>) | null;
}

/** Actions on a debate. A shared file has none. */
export interface Actions extends Changes {
  /** Opens the Ask screen with the same question and panel. Null if this user may not. */
  askAgain: (() => void) | null;
  /** Button that shares the debate. */
  share: VNode;
  exportAs(format: "md" | "json"): Promise<void>;
  files: Files;
  /** Decision form, for users who may decide. */
  review: VNode;
  /** Outcome form, for users who may record outcomes. */
  outcome: VNode;
}
