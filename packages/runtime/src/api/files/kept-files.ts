import { ConfigError } from "@rostrum/core/support";
import type {
  ContextDocument,
  ContextItem,
  Message,
  MessageFile,
  PromptMessage,
  Question,
  RecordedFile,
  RecordedItem,
  RunInputs,
  StartedEvent,
  StoredRun,
} from "@rostrum/core/protocol";
import type { CheckedItem } from "../config/question.ts";
import { fromBase64 } from "./context-file.ts";
import { isRecordedFile } from "@rostrum/core/record";

/*
 * The bytes of files are stored once per run, with the inputs that it was started with. Events,
 * steps, exports and responses refer to a file by its digest.
 */

const PREFIX = "file:";

export function isFileInput(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** A file without its bytes. */
export function withoutData({ data: _data, ...file }: MessageFile): RecordedFile {
  return file;
}

/** A part of the context as it is in the record. */
export function withoutBytes(item: Message | ContextDocument | MessageFile): RecordedItem {
  return "data" in item ? withoutData(item) : item;
}

/** A checked part of the context in the form in which callers give it. */
export function toContextItem(item: CheckedItem): ContextItem {
  return "data" in item ? { document: item.document, data: item.data } : item;
}

/** The inputs of a run, with the files of its context. */
export function addFiles(inputs: RunInputs, context: readonly PromptMessage[]): RunInputs {
  const files = context.flatMap((turn) => turn.files ?? []);
  if (files.length === 0) return inputs;
  const entries = files.map(({ sha256, data }) => [PREFIX + sha256, data]);
  return { ...inputs, ...Object.fromEntries(entries) };
}

/** Parts of a recorded context in the form in which callers give them, with the bytes of files. */
export function restoreContext(
  items: readonly RecordedItem[],
  { id, inputs }: Pick<StoredRun, "id" | "inputs">,
): ContextItem[] {
  return items.map((item) => {
    if (!isRecordedFile(item)) return item;
    const data = inputs[PREFIX + item.sha256];
    if (data !== undefined) return { document: item.document, data };
    throw new ConfigError("id", `expected the file ${item.document} in the journal of run "${id}"`);
  });
}

/** A file of a run's context with its bytes. */
export interface StoredFile {
  file: RecordedFile;
  bytes: Uint8Array;
}

/** `null`: the run has no such file. */
export function findStoredFile({ events, inputs }: StoredRun, sha256: string): StoredFile | null {
  const started = events.find(({ type }) => type === "debate.started");
  const context = started?.type === "debate.started" ? (started.context ?? []) : [];
  const file = context.filter(isRecordedFile).find((item) => item.sha256 === sha256);
  const data = inputs[PREFIX + sha256];
  const bytes = data === undefined ? null : fromBase64(data);
  return file && bytes ? { file, bytes } : null;
}

/**
 * The question of a stored run, with its context and the bytes of its files, as `run` needs it to resume.
 * `started`: the run's first event.
 */
export function restoreQuestion(
  run: Pick<StoredRun, "id" | "inputs">,
  { question, context = [] }: Pick<StartedEvent, "question" | "context">,
): Exclude<Question, string> {
  return { text: question, context: restoreContext(context, run) };
}
