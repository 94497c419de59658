import { clipped } from "../../../rostrum/src/visible.ts";
import { plainWords } from "./plain-words.ts";

/** How many characters of a long text are read, because a title needs no more. */
const MOST = 2000;

/** A question as a title: on one line, without Markdown. */
export function titleWords(question: string, longest: number): string {
  return clipped(plainWords(question.slice(0, MOST)), longest);
}
