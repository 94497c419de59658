import type { AnswerKind } from "../protocol/answer.ts";
import { oneLine } from "./one-line.ts";

const ANY = 'a reply that states its answer, such as "Answer: …"';
const EXPECTED: Readonly<Record<string, string>> = {
  number: "a number",
  math: "a number or a formula",
  json: "JSON that fits the schema",
  findings: "one JSON object with the findings",
};

/** What a reply of an answer kind should have been, in words. */
export function expectedAnswer(answer: AnswerKind<unknown>): string {
  if (typeof answer === "string") return EXPECTED[answer] ?? ANY;
  if (!("type" in answer)) return "a reply that the answer kind's own `read` accepts";
  if (answer.type === "choice" && answer.options) {
    return `one of ${oneLine(answer.options.join(", "), 100)}`;
  }
  return EXPECTED[answer.type] ?? ANY;
}
