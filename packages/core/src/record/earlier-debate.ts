import type { RecordedItem } from "../protocol/question.ts";
import { readOriginalText } from "./quotes/material.ts";

/** Prefix of the name of the document that has the earlier debate of a follow-up. */
export const EARLIER_DEBATE = "earlier debate ";

/** The question of the debate that a follow-up carries over. `null`: the item is no such record, or its text is gone. */
export function readEarlierQuestion(item: RecordedItem): string | null {
  if (!("document" in item) || !item.document.startsWith(EARLIER_DEBATE)) return null;
  const text = readOriginalText(item)?.text ?? "";
  // Quoted texts can't have the mark, so that none of them can pass for the question.
  const mark = /\[\[(\w+) begin: /.exec(text)?.[1];
  const [, afterBegin] = text.split(`[[${mark} begin: question]]\n`);
  return afterBegin?.split(`\n[[${mark} end: question]]`)[0] ?? null;
}
