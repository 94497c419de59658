import type { Review } from "../../../rostrum/src/protocol/settings.ts";

/** The images and PDFs of a debate's context, by digest. */
export interface Files {
  read(sha256: string): Promise<Blob>;
  save(sha256: string, name: string): Promise<void>;
}

/** Actions on a debate. A shared file has none. */
export interface Actions {
  stop(): Promise<void>;
  /** Runs it again from a round on, as a new run. */
  fork(fromRound: number): Promise<void>;
  share(): Promise<void>;
  exportAs(format: "md" | "json"): Promise<void>;
  remove(): Promise<void>;
  review(review: Review): Promise<void>;
  /** Lets it go on after a round. */
  proceed(): Promise<void>;
  /** Gives every debater a moderator's note. */
  say(note: string): Promise<void>;
  /** Speaks for a person at the table. */
  speak(name: string, text: string): Promise<void>;
  files: Files;
  /** Asks the same panel a question that follows it up. */
  follow(question: string): Promise<void>;
}
