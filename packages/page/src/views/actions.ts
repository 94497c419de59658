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

/** Expected cost and calls of a debate with this panel. */
export interface Estimate {
  /** "about $0.07, at most $2.00" */
  cost: string;
  /** "about $0.07" */
  typicalCost: string;
  typicalUsd: number | null;
  calls: number;
}

/** Actions on a debate. A shared file has none. */
export interface Actions extends Changes {
  /** Opens the Ask screen with the same question. Null if this user may not. */
  askAgain: ((panel: "same panel" | "another panel") => void) | null;
  /** Cost of another question to this panel: "about $0.03". Null if unknown. */
  estimate: Estimate | null;
  /** Name of the signed-in user. Null on a server without users. */
  user: string | null;
  /** True if this user may decide for the panel. */
  mayDecide: boolean;
  /** Button that shares the debate. */
  share: VNode;
  exportAs(format: "md" | "json"): Promise<void>;
  files: Files;
  /** Decision form, for users who may decide. */
  review: VNode;
  /** Outcome form, for users who may record outcomes. */
  outcome: VNode;
}
