import { open, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "../thrown.ts";
import type { InputStream } from "./io.ts";
import { describeFileError, UserError } from "./user-error.ts";

/** No question, config or list is longer, and no model reads as much. */
const MOST_BYTES = 100_000_000;

/** Reads a text in UTF-8; `flag` names the option that the path came from. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  let bytes: Buffer | null;
  try {
    await using file = await open(path);
    bytes = await readBytes(file.createReadStream({ autoClose: false }), MOST_BYTES);
  } catch (error) {
    throw new UserError(`${flag}: ${describeFileError(error, path)}`);
  }
  return decode(bytes, flag, path);
}

/** Reads a text in UTF-8 from standard input. */
export async function readInput(stdin: InputStream, flag: string): Promise<string> {
  return decode(await readBytes(stdin, MOST_BYTES), flag, "standard input");
}

/** Reads a file of JSON or YAML, by its extension. */
export async function readDataFile(path: string, flag: string): Promise<unknown> {
  const text = await readTextFile(path, flag);
  try {
    if (extname(path) === ".json") return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text);
  } catch (error) {
    throw new UserError(`${path} can't be read: ${messageOf(error)}`);
  }
}

export async function writeTextFile(path: string, text: string, flag: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new UserError(`${flag}: ${describeFileError(error, path)}`);
  });
}

/** Everything that a file, a pipe or a device gives; `null` if it is more than `most` bytes, because some never end. */
export async function readBytes(
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

function decode(bytes: Buffer | null, flag: string, place: string): string {
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
