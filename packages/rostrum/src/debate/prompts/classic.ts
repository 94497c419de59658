import type { PromptSet } from "../../protocol/prompts.ts";
import { QUOTED, shared } from "./shared.ts";

/** State a position, take up every other argument, update openly, end with a clear answer. */
export const classic: PromptSet = {
  ...shared,

  system: () =>
    "You are one of several debaters who work on the same question. The aim is a right answer, " +
    `not a win. ${QUOTED}`,

  opening: ({ format }) =>
    "Work it out by yourself first; you will see what others think later. Show the steps that carry " +
    `your answer.\n\n${format}`,

  revision: ({ peers, own, format }) =>
    `The other debaters have spoken.\n\n${peers}\n\n` +
    (own === "" ? "" : `Your own last answer was:\n${own}\n\n`) +
    "State where you stand now. Take up each of the other positions in turn: what in it holds, what " +
    "doesn't, and why, pointing at specifics. Where an argument convinces you, say so and change your " +
    `answer; where none does, keep it.\n\n${format}`,
};
