import { ConfigError, isPlainObject } from "@rostrum/core/support";
import type { ContextDocument, Message } from "@rostrum/core/protocol";
import { createMaterialTurn } from "@rostrum/core/record";
import {
  readFile,
  isFile,
  MAX_FILE_BYTES,
  explainTooLarge,
  type CheckedFile,
} from "../files/context-file.ts";
import { checkKeys, fail, formatValue } from "@rostrum/core/options";

/** Step ids, file names and addresses are made from run ids. In an address, `.` and `..` lead elsewhere. */
const ID = /^(?!\.{1,2}$)[\w.:@-]{1,200}$/;

/** A question that was checked and copied, so that whoever asked may change theirs. */
export interface AskedQuestion {
  /** The id that was chosen for the run. */
  id: string | undefined;
  text: string;
  material: CheckedItem[];
}

export type CheckedItem = Message | ContextDocument | CheckedFile;

/** Checks a question and the id of its run, before anything is spent. */
export function readQuestion(question: unknown, id: unknown): AskedQuestion {
  const { text, context } = typeof question === "string" ? { text: question } : readParts(question);
  if (typeof text !== "string" || text.trim() === "") fail("question", "a non-empty text", text);
  if (id !== undefined && (typeof id !== "string" || !ID.test(id))) {
    const [wrong] = (typeof id === "string" && /[^\w.:@-]/u.exec(id)) || [];
    if (wrong !== undefined)
      throw new ConfigError(
        "id",
        `${formatValue(id)} contains ${JSON.stringify(wrong)}. Use only a-z, A-Z, 0-9 and . : @ _ -`,
      );
    fail("id", "1 to 200 letters, digits or . : @ _ - (but not . or .. alone)", id);
  }
  return { id, text, material: readMaterial(context) };
}

function readParts(question: unknown): { text?: unknown; context?: unknown } {
  if (!isPlainObject(question)) return fail("question", "a string or { text, context }", question);
  checkKeys(question, ["text", "context"], "question");
  return question;
}

/** Names appear in prompts, citations and terminals, so they are one printable line. */
const DOCUMENT = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u;

/** The checked context of a question, with the bytes of files. */
export function readMaterial(context: unknown): CheckedItem[] {
  if (context === undefined || context === "") return [];
  if (typeof context === "string") return [createMaterialTurn(context)];
  if (!Array.isArray(context)) {
    return fail("question.context", "a text, or a list of documents, files and messages", context);
  }
  const names = new Set<string>();
  let bytes = 0;
  return context.map((item: unknown, index) => {
    const field = `question.context[${index}]`;
    if (isFile(item)) {
      const file = readFile(item, readName(item, field, names), field);
      bytes += file.bytes;
      if (bytes > MAX_FILE_BYTES) {
        throw new ConfigError(field, explainTooLarge("all of them", bytes));
      }
      return file;
    }
    if (isPlainObject(item) && "document" in item) {
      checkKeys(item, ["document", "text"], field);
      const { text } = item;
      const document = readName(item, field, names);
      return typeof text === "string" ? { document, text } : fail(`${field}.text`, "a text", text);
    }
    const { role, content } = isPlainObject(item) ? item : {};
    if ((role !== "user" && role !== "assistant") || typeof content !== "string") {
      return fail(
        field,
        '{ document: name, text }, { document: name, data } or { role: "user" | "assistant", content: string }',
        item,
      );
    }
    return { role, content };
  });
}

function readName(
  { document }: Record<string, unknown>,
  field: string,
  names: Set<string>,
): string {
  if (typeof document !== "string" || document.trim() === "" || !DOCUMENT.test(document)) {
    return fail(`${field}.document`, "a name: one line of 1 to 200 characters", document);
  }
  if (names.has(document)) fail(`${field}.document`, "another name for each document", document);
  names.add(document);
  return document;
}
