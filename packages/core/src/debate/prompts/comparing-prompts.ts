import type { Message } from "../../protocol/question.ts";
import { fenceQuotes, type Quote } from "./marks.ts";
import { listSchema, objectSchema, enumSchema, NUMBER, TEXT, withDescription } from "./schemas.ts";
import { QUOTED } from "./prompt-sets.ts";

/** Name of the items, if they aren't answers to the question. */
export interface ComparedMatter {
  /** Condition under which two items belong together. */
  instruction: string;
  /** Texts that the items are about, shown before them. */
  more: readonly Quote[];
}

const SAME_POSITION =
  "Two answers belong in the same group if they take the same position: a reader who follows one and a reader who " +
  "follows the other do or believe the same about the question that was asked. Its first line usually says it. " +
  "Wording, length, reasons, examples, precautions, and thresholds or conditions that only fine-tune the same choice " +
  "don't make another position. A different choice, fact, figure, unit, date or direction, or a negation, does.";

/** Instructions of the comparing model. */
export function comparingSystem(instruction: string = SAME_POSITION): string {
  return (
    "You sort the numbered answers to a question into groups. " +
    `${instruction} Don't say which answer is right. ${QUOTED}`
  );
}

const GROUPS =
  "Put every number into exactly one group or, instead of a group, into none: an answer that shares its position with " +
  "no other is a group by itself, and none is for refusals and for answers that commit to nothing. " +
  '"It can\'t be known" is a position if the answer says that of the question.';

const DIFFERENCES =
  " Then list the differences that matter to somebody who acts on the answers, the most consequential first: points on " +
  "which answers say incompatible things (conflict), or which only some of them make (unique). Leave out differences of " +
  "wording, and conflicts that the groups already show. An empty list is a good answer.";

/** Asks for the groups, and for the differences where answers are long. */
export function groupingTask(differences: boolean): string {
  return GROUPS + (differences ? DIFFERENCES : "");
}

const NUMBERS = withDescription(listSchema(NUMBER), "numbers");

/** The form of the reply. */
export function groupsSchema(differences: boolean): object {
  const group = objectSchema({
    items: NUMBERS,
    label: withDescription(TEXT, "their position, one sentence of at most 20 words"),
    fullest: withDescription(NUMBER, "the number that leaves out least of what the group says"),
  });
  const difference = objectSchema({
    about: withDescription(TEXT, "a few words"),
    kind: enumSchema(["conflict", "unique"]),
    says: listSchema(
      objectSchema({ items: NUMBERS, text: withDescription(TEXT, "at most 25 words") }),
    ),
  });
  return objectSchema({
    groups: listSchema(group),
    none: NUMBERS,
    ...(differences ? { differences: listSchema(difference) } : {}),
  });
}

/** The question with the conversation before it, and the numbered answers, each in a fence. */
export function comparingTurn(
  mark: string,
  question: string,
  items: readonly string[],
  { before = [], differences = false }: { before?: readonly Quote[]; differences?: boolean } = {},
): Message {
  const quotes = [
    ...before,
    { label: "question", text: question },
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  return {
    role: "user",
    content: [...fenceQuotes(mark, quotes), groupingTask(differences)].join("\n\n"),
  };
}
