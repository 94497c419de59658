import { existsSync } from "node:fs";
import {
  explainNameMismatch,
  detectFileType,
  MOST_FILE_BYTES,
  ACCEPTED_FILES,
} from "@rostrum/core/api";
import type { ContextDocument, ContextFile, Question } from "@rostrum/core/protocol";
import { readBinaryFile, readInput, readTextFile } from "../files.ts";
import type { InputStream } from "../io.ts";
import { UserError } from "../user-error.ts";

/** The flags that say where a question and its material are. */
export interface QuestionFlags {
  file?: string;
  context?: readonly string[];
}

/** Reads the question from the command line, a file or standard input, with its material. */
export async function readQuestion(
  given: readonly string[],
  flags: QuestionFlags,
  stdin: InputStream,
): Promise<Question> {
  const { words, context } = takeQuestionBack(given, flags.context);
  const text = (await readText(words.join(" "), flags.file, stdin)).trim();
  if (text === "") throw new UserError("the question is empty");
  const material = await Promise.all(context.map(readContextFile));
  return material.length === 0 ? text : { text, context: material };
}

/**
 * `--context a.md b.md "question"` passes the question to the flag. If the last value contains spaces and
 * isn't a file, it is the question; anything else stays a file, so that a misspelled name is an error.
 */
function takeQuestionBack(
  words: readonly string[],
  context: readonly string[] = [],
): { words: readonly string[]; context: readonly string[] } {
  const last = context.at(-1) ?? "";
  const swallowed =
    words.length === 0 && context.length > 1 && /\s/.test(last.trim()) && !existsSync(last);
  return swallowed ? { words: [last], context: context.slice(0, -1) } : { words, context };
}

async function readText(
  given: string,
  file: string | undefined,
  stdin: InputStream,
): Promise<string> {
  if (file !== undefined) {
    if (given !== "")
      throw new UserError(
        "there is a question on the command line and another in --file: use one of them",
      );
    return file === "-" ? readInput(stdin, "question") : readTextFile(file, "--file");
  }
  if (given === "-" || (given === "" && stdin.isTTY !== true)) return readInput(stdin, "question");
  if (given === "") {
    throw new UserError("there is no question", [
      'rostrum "your question"',
      "rostrum --file question.txt",
    ]);
  }
  return given;
}

/** Reads a file of `--context`: a text, or an image or a PDF for models that accept them. Its bytes determine which. */
async function readContextFile(path: string): Promise<ContextDocument | ContextFile> {
  const bytes = await readBinaryFile(path, "--context", MOST_FILE_BYTES);
  if (bytes.length === 0)
    throw new UserError(`--context: expected a file with content, got an empty one: ${path}`);
  const type = detectFileType(bytes);
  const text = type === null ? decodeText(bytes) : null;
  if (type === null && text === null) {
    throw new UserError(
      `--context: expected a text in UTF-8, ${ACCEPTED_FILES}, got other bytes in ${path}`,
    );
  }
  const wrong = explainNameMismatch(path, type ?? "text");
  if (wrong !== null) throw new UserError(`--context: ${wrong}`);
  return text === null ? { document: path, data: bytes } : { document: path, text };
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // No text has such a character, but many binary formats do.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
