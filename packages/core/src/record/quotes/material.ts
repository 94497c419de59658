import type { CitedSource } from "../../protocol/citation.ts";
import type {
  ContextDocument,
  Message,
  MessageFile,
  PromptMessage,
  RecordedFile,
  RecordedItem,
} from "../../protocol/question.ts";

const MATERIAL = "Material for the question that follows:\n\n";

/** A text without a name, as the turn that shows it. */
export function createMaterialTurn(text: string): Message {
  return { role: "user", content: MATERIAL + text };
}

/** The turn that shows a part of the context. */
export function toTurn(item: Message | ContextDocument | MessageFile): PromptMessage {
  if (!("document" in item)) return item;
  if ("data" in item) {
    const content = `Material for the question that follows, the file ${item.document}, is attached.`;
    return { role: "user", content, files: [item] };
  }
  const content = `Material for the question that follows, the document ${item.document}:\n\n${item.text}`;
  return { role: "user", content };
}

/** Whether a part of the context is a file, in which quotes can't be looked up. */
export function isRecordedFile(item: RecordedItem): item is RecordedFile {
  return "sha256" in item;
}

/** Whether a part of the context is material for the question, and not a turn of a conversation. */
export function isMaterial(item: RecordedItem): boolean {
  return "document" in item || item.content.startsWith(MATERIAL);
}

/**
 * The original text of a part of the context, in which its quotes are looked up. `null`: it is a
 * file.
 */
export function readOriginalText(item: RecordedItem): { of: CitedSource; text: string } | null {
  if (isRecordedFile(item)) return null;
  if ("document" in item) {
    return { of: { source: "context", document: item.document }, text: item.text };
  }
  const { content } = item;
  const text = content.startsWith(MATERIAL) ? content.slice(MATERIAL.length) : content;
  return { of: { source: "context" }, text };
}
