import { formatTitle } from "../../text/strip-markdown.ts";

/** Downloads a file. */
export function save(name: string, file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name.replace(/[^\w.-]/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const MAX_NAME_CHARS = 60;

/** Names a file after the question, for people; a question without Latin letters gives the id. */
export function nameFile(question: string, id: string, extension: string): string {
  const title = formatTitle(question, MAX_NAME_CHARS)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${title === "" ? `debate-${id}` : title}.${extension}`;
}
