import type { PromptSet } from "../../protocol/prompts.ts";
import { ownLabel, QUOTED, shared, VIEWPOINT } from "./shared.ts";

/** State a position, respond to every other argument, update openly, end with a clear answer. */
export const classic: PromptSet = {
  ...shared,

  system: () =>
    "You are one of several debaters working on the same question. The goal is the best answer, not " +
    `winning. ${VIEWPOINT} ${QUOTED}`,

  opening: () =>
    "Do this on your own first. Give the reasons or steps that support what you say, and no more of them than " +
    "it takes to check it.",

  revision: ({ peers, own, label }) =>
    `The other debaters have spoken.${ownLabel(label)}\n\n${peers}` +
    (own === "" ? "" : `\n\nYour own last answer was:\n${own}`) +
    "\n\nState your current position. Where another position differs from yours, say what is right in it, what is " +
    "wrong, and why, with specifics. Where it agrees with yours, one sentence is enough: don't look for faults " +
    "that change nothing. If an argument convinces you, say so and change your answer; otherwise, keep it.",
};
