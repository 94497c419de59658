import type { Role } from "./model.ts";

/** Values for prompt texts. */
export interface PromptInput {
  role: Role;
  round: number;
  /** Fenced blocks with the peers' texts, safe to embed as data. Empty in round 0. */
  peers: string;
  /** The debater's previous answer, fenced. Empty in round 0. */
  own: string;
  /** The debater's label in an anonymous debate. Empty in round 0, and if debaters have names. */
  label: string;
  /** Labels of the positions, for a judge who picks or cites. */
  labels: readonly string[];
  /** True if the judge should return reasons, dissent and citations as JSON. */
  structured: boolean;
}

/** Prompt texts of a debate. Each one is a function that can be replaced on its own. */
export interface PromptSet {
  /** System prompt of a debater in every round. */
  system(input: PromptInput): string;
  /** Follows the question in round 0. */
  opening(input: PromptInput): string;
  /** Asks for a revision. */
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

/** Name of a built-in prompt set. */
export type PromptSetName = "classic" | "critique" | "revision";
