import { randomBytes } from "node:crypto";
import { open, rename, rm, stat, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import type { InputStream } from "./io.ts";
import { describeFileError, formatPath, UserError } from "./user-error.ts";

/** Far more than any question, config or model needs. */
const MAX_BYTES = 100_000_000;

/** Reads a UTF-8 text file. `flag` names the option in error messages. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  return decode(await readBinaryFile(path, flag, MAX_BYTES), flag, path);
}

/** Reads a file, pipe or device, up to a size limit. */
export async function readBinaryFile(
  path: string,
  flag: string,
  maxBytes: number,
): Promise<Buffer> {
  try {
    await using file = await open(path);
    return await readBytes(file.createReadStream({ autoClose: false }), flag, path, maxBytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${flag}: ${describeFileError(error, path)}`);
  }
}

/** Reads UTF-8 text from standard input. */
export async function readInput(stdin: InputStream, flag: string): Promise<string> {
  const place = "standard input";
  return decode(await readBytes(stdin, flag, place, MAX_BYTES), flag, place);
}

/** Reads a JSON or YAML file, by its extension. */
export async function readDataFile(path: string, flag: string): Promise<unknown> {
  return parseDataFile(await readTextFile(path, flag), path);
}

/** Parses the text of a JSON or YAML file, by its extension. */
export async function parseDataFile(text: string, path: string): Promise<unknown> {
  try {
    if (extname(path) === ".json") return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text);
  } catch (error) {
    const format = extname(path) === ".json" ? "JSON" : "YAML";
    // Later lines of the message quote the file, which may contain secrets.
    const [reason = ""] = (error instanceof Error ? error.message : "").split("\n");
    throw new UserError(`${formatPath(path)} is not valid ${format}.`, [reason.replace(/:$/, "")]);
  }
}

/** Null when the text is not JSON. Wrapped, because the value itself may be null. */
function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Reads a JSON file. Errors don't quote the file, because it may contain secrets. */
export async function readJsonFile(
  path: string,
  flag: string,
  expected: string,
  isExpected: (value: unknown) => boolean = () => true,
): Promise<unknown> {
  const text = await readTextFile(path, flag);
  const parsed = parseJson(text);
  if (parsed !== null && isExpected(parsed.value)) return parsed.value;
  const actual = parsed === null ? "a text that is not JSON" : "JSON of another form";
  throw new UserError(`${flag}: expected ${expected} in ${path}, got ${actual}`);
}

/**
 * Writes a file atomically: an interrupted process leaves the old one. A symbolic link in a stranger's folder is
 * replaced, not followed. An existing file keeps its mode.
 */
export async function replaceFile(path: string, text: string, newMode = 0o666): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const mode = (await stat(path).catch(() => null))?.mode ?? newMode;
  try {
    await writeFile(draft, text, { flag: "wx", mode: mode & 0o777 });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Counts while it reads, because some pipes and devices never end. */
export async function readBytes(
  source: AsyncIterable<string | Uint8Array>,
  flag: string,
  place: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxBytes) {
      const words = `${maxBytes / 1_000_000} MB`;
      throw new UserError(`${flag}: expected at most ${words}, got more in ${place}`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer, flag: string, place: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${flag}: expected a text in UTF-8, got other bytes in ${place}`);
  }
}
