import type { PromptMessage } from "../../protocol/question.ts";
import { recorded } from "../files/kept-files.ts";
import { sha256Of } from "./sha256.ts";

/** The first `length` messages of a chat, and their digest. */
interface Hashed {
  chat: readonly PromptMessage[];
  length: number;
  digest: string;
}

/** By the last message. A chat only grows, so a call hashes what the call before it didn't have. */
const hashedTo = new WeakMap<PromptMessage, Hashed>();

/** The digest of a list of messages: each is hashed together with the digest of those before it. */
export function chatDigest(messages: readonly PromptMessage[]): string {
  const known = hashedBeginning(messages);
  let digest = known?.digest ?? "";
  for (const message of messages.slice(known?.length))
    digest = digestOf(digest + messageJson(message));
  const last = messages.at(-1);
  if (last === undefined || known?.length === messages.length) return digest;
  // The beginning is not needed any more, and would keep a list of messages for every call.
  const before = known?.chat[known.length - 1];
  if (before) hashedTo.delete(before);
  hashedTo.set(last, { chat: messages, length: messages.length, digest });
  return digest;
}

function hashedBeginning(messages: readonly PromptMessage[]): Hashed | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const known = hashedTo.get(messages[at] as PromptMessage);
    if (known?.length === at + 1 && startsWith(messages, known)) return known;
  }
  return undefined;
}

function startsWith(messages: readonly PromptMessage[], { chat, length }: Hashed): boolean {
  for (let at = 0; at < length; at += 1) if (messages[at] !== chat[at]) return false;
  return true;
}

/** How much text at the end of a chat has not been hashed yet. */
export function unhashedLength(messages: readonly PromptMessage[]): number {
  let length = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at] as PromptMessage;
    if (hashedTo.has(message)) break;
    length += message.content.length;
  }
  return length;
}

/** A file is hashed by its digest, which represents its bytes. */
export function messageJson(message: PromptMessage): string {
  return JSON.stringify(
    message.files ? { ...message, files: message.files.map(recorded) } : message,
  );
}

export function digestOf(text: string): string {
  return sha256Of(text).slice(0, 32);
}
