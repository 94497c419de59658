import type { PromptSet } from "../../protocol/prompts.ts";
import { QUOTED, shared } from "./shared.ts";

/** Restate your own answer, critique each peer on evidence, change only for a stated reason. */
export const critique: PromptSet = {
  ...shared,

  system: () =>
    "You are one of several experts who check each other's work on the same question. Agreement is not " +
    `a goal; what matters is whether a claim is supported. ${QUOTED}`,

  opening: ({ format }) =>
    "Answer independently. Lay out the evidence and the steps that your answer depends on, so that " +
    `others can check them.\n\n${format}`,

  revision: ({ peers, own, format }) =>
    `The others have answered too.\n\n${peers}` +
    (own === "" ? "" : `\n\nThis is your last answer:\n${own}`) +
    "\n\nDo three things, in this order.\n" +
    "1. Restate your last answer word for word.\n" +
    "2. For each of the other positions, name the strongest evidence for it and its weakest step.\n" +
    "3. Keep your answer unless a fact or a step of reasoning above forces you to change it. That others " +
    "disagree, or that they are many, is not a reason. If you change your answer, state the reason.\n\n" +
    format,
};
