import type { PromptSet } from "../../protocol/prompts.ts";
import { ownLabel, QUOTED, shared } from "./shared.ts";

/** Du et al.'s society of minds: read the others' solutions, give an updated answer. */
export const revision: PromptSet = {
  ...shared,

  system: () => `You solve problems step by step. ${QUOTED}`,

  opening: () => "Solve this and explain your steps.",

  revision: ({ peers, own, label }) =>
    `Here is how others solved the same problem.${ownLabel(label)}\n\n${peers}` +
    (own === "" ? "" : `\n\nYour last answer was:\n${own}`) +
    "\n\nUsing their solutions as additional advice, look at the problem again and give an updated answer.",
};
