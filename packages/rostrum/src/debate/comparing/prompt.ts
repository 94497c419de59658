import type { Message } from "../../protocol/question.ts";
import { fenced, type FenceSource } from "../fence.ts";
import { QUOTED } from "../prompts/shared.ts";

export const COMPARING: string =
  "You sort answers to a question into groups. Two answers belong together if somebody who acts on one " +
  "would do the same on the other. Wording, length, reasons and additions that change nothing don't " +
  "matter. Another choice, figure, unit, date or direction, a negation, or a condition that the other " +
  `lacks makes it another answer. You don't say which answer is right. ${QUOTED}`;

export const GROUPING: string =
  "Put every number into exactly one group; an answer that says what no other says is a group of its " +
  'own. Reply with one JSON object: {"groups": [{"items": [1, 3], "label": "a few words"}, ' +
  '{"items": [2], "label": "a few words"}]}';

/** The question and the numbered answers, each in a fence. */
export function comparingTurn(source: FenceSource, items: readonly string[]): Message {
  const quotes = [
    { label: "question", text: source.question },
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  const [question = "", ...answers] = fenced(source, quotes, []);
  const content = [question, ...answers, GROUPING].join("\n\n");
  return { role: "user", content };
}
