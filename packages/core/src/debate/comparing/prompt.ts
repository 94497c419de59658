import type { Message } from "../../protocol/question.ts";
import { fenceQuotes, type Quote } from "../marks.ts";
import { describeList, NUMBER, describeObject, TEXT } from "../prompts/schemas.ts";
import { QUOTED } from "../prompts/prompt-sets.ts";

/** What is compared, where it isn't answers to the question. */
export interface ComparedMatter {
  /** When two of them belong together. */
  instruction: string;
  /** Texts that they are about, to be shown before them. */
  more: readonly Quote[];
}

const SAME_ANSWER =
  "Two answers belong in the same group if they say the same: whoever believes one believes the other, and " +
  "whoever acts on one does what the other says. Words, length, order, reasons and examples don't count. " +
  "What the answer itself says counts: a different choice, fact, figure, unit, date or direction, or a " +
  "negation, makes it a different answer. So does a condition under which one of them says something that " +
  "the other doesn't. A condition that both would accept, a precaution or a remark, even if only one of " +
  "them spells it out, makes no difference. Texts that were asked for, such as an explanation or a letter, " +
  "are the same if they say the same things.";

/** The instruction of whoever groups answers. */
export function comparingSystem(instruction: string = SAME_ANSWER): string {
  return (
    "You sort the numbered answers to a question into groups. " +
    `${instruction} Don't say which answer is right. ${QUOTED}`
  );
}

export const GROUPING: string =
  "Put every number into exactly one group, or into none. An answer that is the same as no other is a group " +
  "by itself. Into none belongs only what gives no answer: a refusal, or words that commit to nothing. " +
  '"It can\'t be known" is an answer where that is what it says of the question. Reply with one JSON object ' +
  'and nothing else: {"groups": [{"items": [<numbers of answers that are the same>], "label": "<what they ' +
  'say, in a few words>"}, <more groups>], "none": [<numbers>]}';

export const GROUPS_SCHEMA: object = describeObject({
  groups: describeList(describeObject({ items: describeList(NUMBER), label: TEXT })),
  none: describeList(NUMBER),
});

/** The question with what comes before it, and the numbered answers, each in a fence. */
export function comparingTurn(
  mark: string,
  question: string,
  items: readonly string[],
  before: readonly Quote[] = [],
): Message {
  const quotes = [
    ...before,
    { label: "question", text: question },
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  return { role: "user", content: [...fenceQuotes(mark, quotes), GROUPING].join("\n\n") };
}
