import type { PromptSet } from "../../protocol/prompts.ts";
import { ownLabel, QUOTED, shared, VIEWPOINT } from "./shared.ts";

/** Restate your own answer, critique each peer on evidence, change only for a stated reason. */
export const critique: PromptSet = {
  ...shared,

  system: () =>
    "You are one of several experts who check each other's work on the same question. Agreement is not " +
    `a goal; what matters is whether a claim is supported. ${VIEWPOINT} ${QUOTED}`,

  opening: () =>
    "Answer independently. Lay out the evidence and the steps that your answer depends on, so that " +
    "others can check them.",

  revision: ({ peers, own, label }) =>
    `The others have answered too.${ownLabel(label)}\n\n${peers}` +
    (own === "" ? "" : `\n\nThis is your last answer:\n${own}`) +
    "\n\nDo three things, in this order.\n" +
    "1. Restate your last answer word for word.\n" +
    "2. For each of the positions that differ from yours, name the strongest evidence for it and its weakest " +
    "step. One that agrees with yours needs no more than a sentence.\n" +
    "3. Keep your answer unless a fact or a step of reasoning above forces you to change it. That others " +
    "disagree, or that they are many, is not a reason. If you change your answer, state the reason.",
};
