import { open } from "node:fs/promises";
import { existsSync } from "node:fs";
import type { Question, ContextDocument, ContextFile } from "../../protocol/question.ts";
import type { InputStream } from "../io.ts";
import { UserError, fileTrouble } from "../user-error.ts";
import { readInput, readTextFile, bytesUpTo } from "./text-file.ts";
import { contradiction, fileTypeOf, MOST_FILE_BYTES, TAKEN, tooLarge } from "../../api/index.ts";

export interface QuestionSource {
  words: readonly string[];
  file?: string;
  context?: readonly string[];
  stdin: InputStream;
}

/** The question from the command line, a file or standard input, with its material. */
export async function readQuestion(source: QuestionSource): Promise<Question> {
  const { words, context } = takeQuestionBack(source.words, source.context);
  const text = (await questionText({ ...source, words })).trim();
  if (text === "") throw new UserError("the question is empty");
  const material = await Promise.all(context.map(contextFile));
  return material.length === 0 ? text : { text, context: material };
}

async function questionText({ words, file, stdin }: QuestionSource): Promise<string> {
  const given = words.join(" ");
  if (file !== undefined) {
    if (given !== "")
      throw new UserError(
        "there is a question on the command line and another in --file: use one of them",
      );
    return file === "-" ? readInput(stdin) : readTextFile(file, "--file");
  }
  if (given === "-" || (given === "" && stdin.isTTY !== true)) return readInput(stdin);
  if (given === "") {
    throw new UserError("there is no question", [
      'rostrum "your question"',
      "rostrum --file question.txt",
    ]);
  }
  return given;
}

export async function readAll(stream: InputStream): Promise<string> {
  stream.setEncoding("utf8");
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

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

/**
 * `--context a.md b.md "question"` passes the question to the flag. If the last value contains spaces and
 * isn't a file, it is the question; anything else stays a file, so that a misspelled name is an error.
 */
export function takeQuestionBack(
  words: readonly string[],
  context: readonly string[] | undefined,
): { words: readonly string[]; context: readonly string[] } {
  const last = context?.at(-1);
  if (context === undefined || last === undefined) return { words, context: [] };
  const swallowed =
    words.length === 0 && context.length > 1 && /\s/.test(last.trim()) && !existsSync(last);
  return swallowed ? { words: [last], context: context.slice(0, -1) } : { words, context };
}
