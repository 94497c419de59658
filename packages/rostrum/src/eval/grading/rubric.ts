import { readObject } from "../../answers/index.ts";
import {
  fenceQuotes,
  describeList,
  NUMBER,
  describeObject,
  QUOTED,
  type FenceSource,
} from "../../api/index.ts";
import type { Message } from "../../protocol/question.ts";

/** The system prompt of a judge that grades by a rubric. */
export function writeRubricSystem(rubric: string): string {
  return (
    "You grade answers to a question: each is right or wrong by the rubric below. Reference answers show what " +
    "is right; other wordings of them are right too. Length, style and confidence don't matter. " +
    `${QUOTED}\n\nRubric:\n${rubric}`
  );
}

const FORM =
  "Grade every numbered answer. Reply with one JSON object that has each number once: " +
  '{"right": [1, 3], "wrong": [2]}';

export const GRADES_SCHEMA: object = describeObject({
  right: describeList(NUMBER),
  wrong: describeList(NUMBER),
});

export function writeRubricTurn(
  source: FenceSource,
  golds: readonly string[],
  items: readonly string[],
): Message {
  const quotes = [
    { label: "question", text: source.question },
    ...golds.map((text) => ({ label: "reference answer", text })),
    ...items.map((text, index) => ({ label: `answer ${index + 1}`, text })),
  ];
  return { role: "user", content: [...fenceQuotes(source, quotes, []), FORM].join("\n\n") };
}

/** Reads which answers are right, by place. `null` unless every number is in exactly one list. */
export function readGrades(text: string, count: number, mark?: string): boolean[] | null {
  const said = readObject(text, mark);
  const { right, wrong } = said ?? {};
  if (!Array.isArray(right) || !Array.isArray(wrong)) return null;
  const places = [...right, ...wrong].map((entry) =>
    typeof entry === "number" || typeof entry === "string" ? Number(entry) : NaN,
  );
  const wanted = Array.from({ length: count }, (_, at) => at + 1);
  const hasEach = places.length === count && wanted.every((place) => places.includes(place));
  return hasEach ? wanted.map((place) => places.indexOf(place) < right.length) : null;
}
