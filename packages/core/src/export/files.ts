import type { RecordedFile, RecordedItem } from "../protocol/question.ts";
import { isRecordedFile } from "../record/quotes/material.ts";
import { formatCount } from "./phrases.ts";

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

/** Documents and files of a context, one line each. Files have their digest. */
export function listContext(context: readonly RecordedItem[] = []): string[] {
  return context.flatMap((item) => {
    if (!("document" in item)) return [];
    if (!isRecordedFile(item)) return [item.document];
    return [
      `${item.document} (${describeFile(item)}, SHA-256 ${item.sha256}; ${UNCHECKED_QUOTES})`,
    ];
  });
}
