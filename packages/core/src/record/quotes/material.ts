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

/** Message for a text without a name. */
export function createMaterialTurn(text: string): Message {
  return { role: "user", content: MATERIAL + text };
}

/** Message for a context item. */
export function toTurn(item: Message | ContextDocument | MessageFile): PromptMessage {
  if (!("document" in item)) return item;
  if ("data" in item) {
    const content = `Material for the question that follows, the file ${item.document}, is attached.`;
    return { role: "user", content, files: [item] };
  }
  const content = `Material for the question that follows, the document ${item.document}:\n\n${item.text}`;
  return { role: "user", content };
}

/** True for files, in which quotes can't be looked up. */
export function isRecordedFile(item: RecordedItem): item is RecordedFile {
  return "sha256" in item;
}

/** True for material of the question, false for turns of a conversation. */
export function isMaterial(item: RecordedItem): boolean {
  return "document" in item || item.content.startsWith(MATERIAL);
}

/** Original text of a context item, in which its quotes are looked up. `null` for a file. */
export function readOriginalText(item: RecordedItem): { of: CitedSource; text: string } | null {
  if (isRecordedFile(item)) return null;
  if ("document" in item) {
    return { of: { source: "context", document: item.document }, text: item.text };
  }
  const { content } = item;
  const text = content.startsWith(MATERIAL) ? content.slice(MATERIAL.length) : content;
  return { of: { source: "context" }, text };
}
