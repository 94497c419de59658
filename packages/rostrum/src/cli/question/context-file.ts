import { open } from "node:fs/promises";
import { contradiction, fileTypeOf, MOST_FILE_BYTES, TAKEN, tooLarge } from "../../api/index.ts";
import type { ContextDocument, ContextFile } from "../../protocol/question.ts";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";
import { bytesUpTo } from "./bytes-up-to.ts";

/**
 * A file of `--context`: a text, or an image or a PDF for models that accept them. Its bytes
 * determine which.
 */
export async function contextFile(path: string): Promise<ContextDocument | ContextFile> {
  const bytes = await bytesOf(path);
  if (bytes.length === 0)
    throw new UserError(`--context: expected a file with content, got an empty one: ${path}`);
  const type = fileTypeOf(bytes);
  const text = type === null ? textOf(bytes) : null;
  if (type === null && text === null) {
    throw new UserError(
      `--context: expected a text in UTF-8, ${TAKEN}, got other bytes in ${path}`,
    );
  }
  const wrong = contradiction(path, type ?? "text");
  if (wrong !== null) throw new UserError(`--context: ${wrong}`);
  return text === null ? { document: path, data: bytes } : { document: path, text };
}

/**
 * The size is checked before the file is read, so that a disk image isn't loaded into memory. A pipe has no size, so
 * its bytes are counted.
 */
async function bytesOf(path: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > MOST_FILE_BYTES) throw new UserError(`--context: ${tooLarge(path, size)}`);
    const bytes = await bytesUpTo(file.createReadStream({ autoClose: false }), MOST_FILE_BYTES);
    if (bytes !== null) return bytes;
    const most = `${MOST_FILE_BYTES / 1_000_000} MB`;
    throw new UserError(`--context: expected at most ${most}, got more in ${path}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`--context: ${fileTrouble(error, path)}`);
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // No text has such a character, but many binary formats do.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
