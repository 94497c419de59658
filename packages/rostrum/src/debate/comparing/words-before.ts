import { givenText } from "../../record/index.ts";
import type { RecordedItem } from "../../protocol/question.ts";
import type { Quote } from "../fence.ts";
import type { Task } from "../resolved-config.ts";

/** Most characters of one of them: what a question refers to stands at its beginning. */
const LONGEST = 8000;

/**
 * What a question may refer to: the conversation before it, and the debate that it follows up. Documents are
 * left out: answers are compared with each other, not with the material.
 */
export function wordsBefore({ material }: Task): Quote[] {
  return material.flatMap((item) => {
    const label = labelOf(item);
    const text = label === null ? null : givenText(item)?.text;
    return label === null || text == null ? [] : [{ label, text: cut(text) }];
  });
}

function labelOf(item: RecordedItem): string | null {
  if ("document" in item) {
    return item.document.startsWith("earlier debate ") ? "the earlier debate" : null;
  }
  if (!("content" in item) || givenText(item)?.text !== item.content) return null;
  return item.role === "user" ? "asked before" : "replied before";
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()} […]`;
}
