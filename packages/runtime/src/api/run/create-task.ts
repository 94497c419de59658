import type { Task } from "@rostrum/core/debate";
import type { ContextDocument, Message, MessageFile } from "@rostrum/core/protocol";
import { toTurn } from "@rostrum/core/record";
import { readQuestion, type AskedQuestion, type CheckedItem } from "../config/question.ts";
import { fromBase64 } from "../files/context-file.ts";
import { withoutBytes } from "../files/kept-files.ts";
import { createId, createSecret } from "./random-ids.ts";
import { computeSha256 } from "./sha256.ts";

/** Checks a question and its id, and makes the task of a run. */
export function createTask(question: unknown, id: unknown): Task {
  return createAskedTask(readQuestion(question, id));
}

/** The task of a run, with an id, a secret and the digests of its files. */
export function createAskedTask({ id, text, material }: AskedQuestion): Task {
  const items = material.map(addDigest);
  const secret = createSecret();
  return {
    id: id ?? createId(),
    question: text,
    context: items.map(toTurn),
    material: items.map(withoutBytes),
    secret: () => secret,
  };
}

function addDigest(item: CheckedItem): Message | ContextDocument | MessageFile {
  if (!("data" in item)) return item;
  const { data, ...rest } = item;
  return { ...rest, sha256: computeSha256(fromBase64(data) ?? data), data };
}
