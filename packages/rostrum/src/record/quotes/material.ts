import type { CitedSource } from "../../protocol/citation.ts";
import type { ContextItem, Message } from "../../protocol/question.ts";

const MATERIAL = "Material for the question that follows:\n\n";

/** A text without a name, as the turn that shows it. */
export function materialTurn(text: string): Message {
  return { role: "user", content: MATERIAL + text };
}

/** The turn that shows a part of the context. */
export function turnOf(item: ContextItem): Message {
  if (!("document" in item)) return item;
  const content = `Material for the question that follows, the document ${item.document}:\n\n${item.text}`;
  return { role: "user", content };
}

/** A part of the context as it was given: what quotes of it are looked up in. */
export function givenText(item: ContextItem): { of: CitedSource; text: string } {
  if ("document" in item) {
    return { of: { source: "context", document: item.document }, text: item.text };
  }
  const { content } = item;
  const text = content.startsWith(MATERIAL) ? content.slice(MATERIAL.length) : content;
  return { of: { source: "context" }, text };
}
