import type { Message } from "../../protocol/question.ts";
import { fenced, type FenceSource, type Quote } from "../fence.ts";
import { QUOTED } from "../prompts/shared.ts";

export const COMPARING: string =
  "You sort answers to a question into groups. Two answers belong in the same group if somebody who acts " +
  "on either of them would do the same thing. Wording, length, reasons and details that change nothing " +
  "don't matter. A different choice, figure, unit, date or direction, a negation, or a condition that only " +
  `one of them has makes them different answers. Don't say which answer is right. ${QUOTED}`;

export const GROUPING: string =
  "Put every number into exactly one group. An answer that is the same as no other is a group by itself. " +
  'Reply with one JSON object: {"groups": [{"items": [1, 3], "label": "a few words"}, ' +
  '{"items": [2], "label": "a few words"}]}';

/** The question, more texts that the answers are about, and the numbered answers, each in a fence. */
export function comparingTurn(
  source: FenceSource,
  items: readonly string[],
  more: readonly Quote[] = [],
): Message {
  const quotes = [
    { label: "question", text: source.question },
    ...more,
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  const [question = "", ...answers] = fenced(source, quotes, []);
  const content = [question, ...answers, GROUPING].join("\n\n");
  return { role: "user", content };
}
