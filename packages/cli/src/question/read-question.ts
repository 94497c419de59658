import { existsSync } from "node:fs";
import {
  explainNameMismatch,
  detectFileType,
  MAX_FILE_BYTES,
  ACCEPTED_FILES,
} from "@rostrum/runtime/api";
import { describeMaterial, PIPED_DOCUMENT } from "@rostrum/core/export";
import type { ContextDocument, ContextFile, Question } from "@rostrum/core/protocol";
import { readBinaryFile, readInput, readTextFile, refuseBytes } from "../files.ts";
import type { InputStream } from "../io.ts";
import { toOneLine } from "@rostrum/core/support";
import { UserError } from "../user-error.ts";
import { PIPE, readPipedMaterial, type QuestionNotes } from "./piped-material.ts";

/** Flags that say where a question and its material are. */
export interface QuestionFlags {
  file?: string;
  context?: readonly string[];
}

/** Reads the question from the command line, a file or standard input, with its material. */
export async function readQuestion(
  args: readonly string[],
  flags: QuestionFlags,
  stdin: InputStream,
  notes: QuestionNotes,
): Promise<Question> {
  const { words, context } = separateQuestion(args, flags.context);
  const paths = context.filter((path) => path !== PIPE);
  const waitsForPipe = paths.length < context.length;
  const isPiped = isQuestionPiped(words, flags.file);
  if (isPiped && waitsForPipe)
    throw new UserError("Standard input can't be the question and its context at once.", [
      'Write the question in quotes: rostrum --context - "question"',
    ]);
  const text = (await readText(words.join(" "), flags.file, isPiped, stdin)).trim();
  if (text === "")
    throw isPiped
      ? new UserError("There is no question: nothing came in on standard input.", [
          'Write it in quotes: rostrum "your question"',
          "For everything else that rostrum does: rostrum --help",
        ])
      : new UserError("The question is empty.", ['Write it in quotes: rostrum "your question"']);
  const files = await Promise.all(paths.map((path) => readContextFile(path, notes)));
  const bytes = isPiped ? null : await readPipedMaterial(stdin, waitsForPipe, notes);
  const material =
    bytes === null ? files : [...files, toMaterial(bytes, PIPED_DOCUMENT, "standard input")];
  return material.length === 0 ? text : { text, context: material };
}

/** True if standard input is the question: because "-" says so, or because there is no other one. */
function isQuestionPiped(words: readonly string[], file: string | undefined): boolean {
  if (file !== undefined) return file === PIPE;
  return words.length === 0 || (words.length === 1 && words[0] === PIPE);
}

/**
 * In `--context a.md b.md "question"`, commander takes the question for a file. A last value with spaces that isn't a
 * file is the question. Anything else stays a file, so that a misspelled name is an error.
 */
function separateQuestion(
  words: readonly string[],
  context: readonly string[] = [],
): { words: readonly string[]; context: readonly string[] } {
  const last = context.at(-1) ?? "";
  const isQuestion =
    words.length === 0 && context.length > 1 && /\s/.test(last.trim()) && !existsSync(last);
  return isQuestion ? { words: [last], context: context.slice(0, -1) } : { words, context };
}

async function readText(
  questionText: string,
  file: string | undefined,
  isPiped: boolean,
  stdin: InputStream,
): Promise<string> {
  if (file !== undefined && questionText !== "")
    throw new UserError("The question is given twice: on the command line and in --file.", [
      "Leave one out. To give a file as material, use --context <file>.",
    ]);
  if (!isPiped) return file === undefined ? questionText : readTextFile(file, "--file");
  if (stdin.isTTY === true)
    throw new UserError("There is no question.", [
      'rostrum "your question"',
      "rostrum --file question.txt",
    ]);
  return readInput(stdin, "question");
}

async function readContextFile(
  path: string,
  { say }: QuestionNotes,
): Promise<ContextDocument | ContextFile> {
  const bytes = await readBinaryFile(path, "--context", MAX_FILE_BYTES);
  if (bytes.length === 0) throw new UserError(`--context: ${path} is empty`);
  const material = toMaterial(bytes, path, path);
  const wrong = explainNameMismatch(path, detectFileType(bytes) ?? "text");
  if (wrong !== null) throw new UserError(`--context: ${wrong}`);
  say(`context: ${toOneLine(describeMaterial(path, bytes.length))}`);
  return material;
}

/** Makes a text document, or an image or PDF, as the bytes tell. */
function toMaterial(bytes: Buffer, document: string, place: string): ContextDocument | ContextFile {
  if (detectFileType(bytes) !== null) return { document, data: bytes };
  const text = decodeText(bytes);
  if (text !== null) return { document, text };
  throw refuseBytes(bytes, "--context", place, `UTF-8 text, ${ACCEPTED_FILES}`);
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // Text has no null characters, but many binary formats do.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
