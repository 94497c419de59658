import type { RecordedFile, RecordedItem } from "../protocol/question.ts";
import { readEarlierQuestion } from "../record/earlier-debate.ts";
import { isMaterial, isRecordedFile, readOriginalText } from "../record/quotes/material.ts";
import { formatCount } from "./phrases.ts";
import { clipLine } from "../visible.ts";
import { isPlaceholder } from "./remove-words.ts";
import { MAX_SHORT_CHARS } from "./short-answer.ts";

/** Describes a file: "PDF, 12 pages, 1.2 MB". */
export function describeFile({ mediaType, bytes, pages }: RecordedFile): string {
  const kind =
    mediaType === "application/pdf" ? "PDF" : `${mediaType.slice(6).toUpperCase()} image`;
  const length = pages === undefined ? [] : [formatCount(pages, "page")];
  return [kind, ...length, formatSize(bytes)].join(", ");
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCount(bytes, "byte");
  return bytes < 1_000_000
    ? `${Math.round(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Note next to the name of a file. */
export const UNCHECKED_QUOTES = "quotes from it can't be checked";

/** Name of material that is piped in, in prompts and citations. */
export const PIPED_DOCUMENT = "stdin";

/** "notes.md, 158 bytes", or "158 bytes from standard input". The name is data. */
export function describeMaterial(name: string, bytes: number): string {
  const size = formatCount(bytes, "byte");
  return name === PIPED_DOCUMENT ? `${size} from standard input` : `${name}, ${size}`;
}

/** Documents and files of a context, one line each. Files have their digest, and an earlier debate its question. */
export function listContext(context: readonly RecordedItem[] = []): string[] {
  return context.filter(isMaterial).map((item) => {
    const text = readOriginalText(item)?.text ?? "";
    const name = "document" in item ? item.document : "a text";
    if (isRecordedFile(item))
      return `${name} (${describeFile(item)}, SHA-256 ${item.sha256}; ${UNCHECKED_QUOTES})`;
    const question = readEarlierQuestion(item);
    if (question !== null) return clipLine(`${name}: ${question}`, MAX_SHORT_CHARS);
    // The size of a removed text is not the size of its placeholder.
    return isPlaceholder(text)
      ? name
      : describeMaterial(name, new TextEncoder().encode(text).length);
  });
}
