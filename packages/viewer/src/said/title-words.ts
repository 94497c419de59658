import { clipped } from "../../../rostrum/src/visible.ts";
import { plainWords } from "./plain-words.ts";

/** Characters that are looked at: a title needs no more of a long text. */
const MOST = 2000;

/** A question as the title of something: in one line, without its Markdown. */
export function titleWords(question: string, longest: number): string {
  return clipped(plainWords(question.slice(0, MOST)), longest);
}
