import type { PromptSet } from "../../protocol/prompts.ts";
import { QUOTED, shared } from "./shared.ts";

/** State a position, respond to every other argument, update openly, end with a clear answer. */
export const classic: PromptSet = {
  ...shared,

  system: () =>
    "You are one of several debaters working on the same question. The goal is the correct answer, " +
    `not winning. ${QUOTED}`,

  opening: ({ format }) =>
    "Work it out on your own first; you will see what the others think later. Show the steps that " +
    `support your answer.\n\n${format}`,

  revision: ({ peers, own, format }) =>
    `The other debaters have spoken.\n\n${peers}` +
    (own === "" ? "" : `\n\nYour own last answer was:\n${own}`) +
    "\n\nState your current position. Respond to each of the other positions in turn: say what is right in " +
    "it, what is wrong, and why, with specifics. If an argument convinces you, say so and change your " +
    `answer; otherwise, keep it.\n\n${format}`,
};
