import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { field, readMessage } from "@rostrum/core/support";
import { keepOwner } from "@rostrum/runtime/package";
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
    if (extname(path) === ".json") throw new UserError(describeBadJson(path, text, error));
    const { line, reason } = describeYamlError(text, error);
    throw new UserError(`${formatPath(path)} is not valid YAML: line ${line}: ${reason}.`);
  }
}

const countLines = (text: string): number => text.trimEnd().split("\n").length;

/** Names the line, but quotes nothing: the file may contain secrets. */
function describeBadJson(path: string, text: string, error: unknown): string {
  const [, line = countLines(text)] = /\(line (\d+) /.exec(readMessage(error)) ?? [];
  return `${formatPath(path)} is not valid JSON (line ${line}).`;
}

/** Errors of the parser that are common, in plain words. */
const YAML_ERRORS: Readonly<Record<string, string>> = {
  BAD_INDENT: "it is not indented as the lines around it",
  DUPLICATE_KEY: "this name occurs twice",
  TAB_AS_INDENT: "it begins with a tab; use spaces",
};

/** Finds the error in a YAML file and its line. Quotes nothing, because the file may contain secrets. */
function describeYamlError(text: string, error: unknown): { line: number; reason: string } {
  const [message = ""] = readMessage(error).split("\n");
  const position = /at line (\d+)/.exec(message)?.[1];
  // A bracket that is missing at the end of the file counts as missing in its last line.
  const line = Math.min(Number(position ?? Infinity), countLines(text));
  const missing = /end with an? (\S)|[Mm]issing closing ['"]?([^\s'"])/.exec(message);
  if (missing !== null) return { line, reason: `a ${missing[1] ?? missing[2]} is missing` };
  const code = String(field(error, "code"));
  return { line, reason: YAML_ERRORS[code] ?? message.replace(/ at line .*$/, "") };
}

/** Reads a JSON file. Errors don't quote the file, because it may contain secrets. */
export async function readJsonFile(
  path: string,
  flag: string,
  expected: string,
  isExpected: (value: unknown) => boolean = () => true,
): Promise<unknown> {
  const text = await readTextFile(path, flag);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${flag}: ${describeBadJson(path, text, error)}`);
  }
  if (isExpected(value)) return value;
  throw new UserError(`${flag}: expected ${expected} in ${path}, got JSON of another form`);
}

/**
 * Writes a file atomically: an interrupted process leaves the old one. A symbolic link in a stranger's folder is
 * replaced, not followed. An existing file keeps its owner and its mode.
 */
export async function replaceFile(path: string, text: string, newMode = 0o666): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await using file = await open(draft, "wx", newMode);
    keepOwner(file.fd, path);
    await file.writeFile(text);
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
  sourceName: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxBytes) {
      const limitText = `${maxBytes / 1_000_000} MB`;
      throw new UserError(`${flag}: expected at most ${limitText}, got more in ${sourceName}`);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer, flag: string, sourceName: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuseBytes(bytes, flag, sourceName);
  }
}

/** The error for bytes that can't be used. */
export function refuseBytes(
  bytes: Uint8Array,
  flag: string,
  sourceName: string,
  supported = "UTF-8 text",
): UserError {
  const problem = bytes.includes(0) ? "is a binary file" : "is not text in UTF-8";
  return new UserError(`${flag}: ${sourceName} ${problem}. Supported: ${supported}.`);
}
