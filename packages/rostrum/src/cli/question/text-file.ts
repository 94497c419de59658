import { open } from "node:fs/promises";
import { fileTrouble, UserError } from "../user-error.ts";
import type { InputStream } from "../io.ts";

/** No question, config or list is longer, and no model reads as much. */
const MOST_BYTES = 100_000_000;

/** A text in UTF-8; `flag` names the option that the path came from. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  let bytes: Buffer | null;
  try {
    await using file = await open(path);
    bytes = await bytesUpTo(file.createReadStream({ autoClose: false }), MOST_BYTES);
  } catch (error) {
    throw new UserError(`${flag}: ${fileTrouble(error, path)}`);
  }
  return textOf(bytes, flag, path);
}

/** A text in UTF-8 from standard input. */
export async function readInput(stdin: InputStream): Promise<string> {
  return textOf(await bytesUpTo(stdin, MOST_BYTES), "question", "standard input");
}

function textOf(bytes: Buffer | null, flag: string, place: string): string {
  if (bytes === null) {
    const most = `${MOST_BYTES / 1_000_000} MB`;
    throw new UserError(`${flag}: expected a text of at most ${most}, got more in ${place}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${flag}: expected a text in UTF-8, got other bytes in ${place}`);
  }
}

/** Everything that a file, a pipe or a device gives; `null` if it is more than `most` bytes, because some never end. */
export async function bytesUpTo(
  source: AsyncIterable<string | Uint8Array>,
  most: number,
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > most) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
