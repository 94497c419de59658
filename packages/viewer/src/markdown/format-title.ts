import { clipped } from "rostrum/page";
import { stripMarkdown } from "./strip-markdown.ts";

/** How many characters of a long text are read, because a title needs no more. */
const MOST = 2000;

/** A first line that is shorter says too little, such as "Hello,". */
const LEAST = 12;

/** A question as a title: on one line, without Markdown. What follows its first paragraph is left out. */
export function formatTitle(question: string, longest: number): string {
  const whole = question.trim().slice(0, MOST);
  const [first = ""] = whole.split(/\n\s*\n/, 1);
  const isTitle = first.length < whole.length && first.trim().length >= LEAST;
  return clipped(isTitle ? `${stripMarkdown(first)} …` : stripMarkdown(whole), longest);
}
