import type { RecordedItem } from "../../protocol/question.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import { EARLIER_DEBATE } from "../../record/earlier-debate.ts";
import type { Quote } from "./marks.ts";
import type { Task } from "../config/resolved-config.ts";

/** Tells a debater which of the earlier positions are its own; empty if none are. */
export function ownEarlierWords({ material }: Pick<Task, "material">, name: string): string {
  const spoke = material.some(
    (item) =>
      "document" in item &&
      item.document.startsWith(EARLIER_DEBATE) &&
      "text" in item &&
      (item.text.includes(` begin: position of ${name}]]`) ||
        item.text.includes(` begin: ${name}, round `)),
  );
  return spoke
    ? `\n\nIn the earlier debate that the question follows up, you spoke as ${name}.`
    : "";
}

/** Maximum characters of each text. A question mostly refers to the beginning of a text. */
const MAX_TEXT_LENGTH = 8000;

/**
 * Lists the texts that a question may refer to: the conversation before it, and the debate that it follows up.
 * Documents are left out, because answers are compared with each other and not with the material.
 */
export function listWordsBefore({ material }: Task): Quote[] {
  return material.flatMap((item) => {
    const label = labelSource(item);
    const text = label === null ? null : readOriginalText(item)?.text;
    return label === null || text == null ? [] : [{ label, text: cut(text) }];
  });
}

function labelSource(item: RecordedItem): string | null {
  if ("document" in item) {
    return item.document.startsWith(EARLIER_DEBATE) ? "the earlier debate" : null;
  }
  if (!("content" in item) || readOriginalText(item)?.text !== item.content) return null;
  return item.role === "user" ? "asked before" : "replied before";
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? text
    : `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()} […]`;
}
