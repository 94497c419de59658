import type { Role } from "./model.ts";

/** What a prompt text is made from. */
export interface PromptInput {
  role: Role;
  round: number;
  /** Fenced blocks with the peers' words, safe to embed as data. Empty in round 0. */
  peers: string;
  /** The debater's own previous answer, fenced; empty in round 0. */
  own: string;
  /** What the others call the reader in an anonymous debate; empty in round 0, and where they have names. */
  label: string;
  /** Labels of the positions, for a judge who picks or cites. */
  labels: readonly string[];
  /** Whether the judge should give reasons, dissent and citations as JSON. */
  structured: boolean;
}

/** The texts of a debate. Each is a function, so that a set can be changed one text at a time. */
export interface PromptSet {
  /** System prompt of a debater in every round. */
  system(input: PromptInput): string;
  /** Follows the question in round 0. */
  opening(input: PromptInput): string;
  /** The turn that asks for a revision. */
  revision(input: PromptInput): string;
  /** System prompt of the judge. */
  judgeSystem(input: PromptInput): string;
  /** Asks the judge for one answer from all positions. */
  synthesize(input: PromptInput): string;
  /** Asks the judge for the label of the best position. */
  pick(input: PromptInput): string;
  /** System prompt of the router's single call. */
  router(input: PromptInput): string;
}

/** The name of a set of prompts. */
export type PromptSetName = "classic" | "critique" | "revision";
