import type { VNode } from "preact";

/** The images and PDFs of a debate's context, by digest. */
export interface Files {
  read(sha256: string): Promise<Blob>;
  save(sha256: string, name: string): Promise<void>;
}

/** What changes a debate or starts another one. `null`: this user may not. */
export interface Changes {
  stop: (() => Promise<void>) | null;
  /** Runs it again from a round on, as a new run. */
  fork: ((fromRound: number) => Promise<void>) | null;
  remove: (() => Promise<void>) | null;
  /** Lets it go on after a round. */
  proceed: (() => Promise<void>) | null;
  /** Gives every debater a moderator's note. */
  say: ((note: string) => Promise<void>) | null;
  /** Speaks for a person at the table. */
  speak: ((name: string, text: string) => Promise<void>) | null;
  /** Asks the same panel a question that follows it up. */
  follow: ((question: string) => Promise<void>) | null;
}

/** Actions on a debate. A shared file has none. */
export interface Actions extends Changes {
  /** Opens the same question with the same panel, to be asked again. `null`: this user may not. */
  askAgain: (() => void) | null;
  /** Shows it to somebody else. */
  share: VNode;
  exportAs(format: "md" | "json"): Promise<void>;
  files: Files;
  /** Lets those who may decide what is right. */
  review: VNode;
  /** Lets those who may record how the answer turned out. */
  outcome: VNode;
}
