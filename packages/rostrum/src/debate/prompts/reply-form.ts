import { sectionLines } from "../../answers/index.ts";

/** What stands in an answer section and around it. */
export interface SectionForm {
  /** What stands between the marks. */
  content: string;
  /** What stands in the line after them, if there is one. */
  confidence?: string;
  /** The debater has answered before. */
  revising?: boolean;
}

/** Asks for a section between the marks of a call. */
export function sectionForm(mark: string, { content, confidence, revising }: SectionForm): string {
  const { open, close } = sectionLines(mark);
  const lines = [open, `<${content}>`, close];
  const after = confidence === undefined ? "nothing" : "nothing but the confidence line";
  if (confidence !== undefined) lines.push(`Confidence: <${confidence}>`);
  return (
    `End your reply with this section. Copy both marked lines exactly, and write ${after} after them.` +
    (revising ? ` ${CHANGE}` : "") +
    `\n\n${lines.join("\n")}`
  );
}

const CHANGE =
  'If the answer itself is another one than your last, write a line "Reason for change: …" before the section; ' +
  "better wording is not a change.";

/** Asks for a JSON object between the marks of a call. */
export function objectForm(mark: string): string {
  const { open, close } = sectionLines(mark);
  return (
    "Write the object between these two lines, copied exactly, and write nothing after them:\n\n" +
    `${open}\n<the JSON object>\n${close}`
  );
}

/** The same where the provider itself sees to it that the reply is such an object. */
export const OBJECT_ALONE: string = "Reply with the JSON object alone.";

/** How sure a debater is, where an answer can be right or wrong. */
export const PROBABILITY: string = "the probability that this answer is right, from 0 to 1";
