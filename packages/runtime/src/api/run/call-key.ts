import type { ModelRequest, PromptMessage } from "@rostrum/core/protocol";
import { withoutData } from "../files/kept-files.ts";
import { plainJson } from "../../models/plain-json.ts";
import { computeSha256 } from "./sha256.ts";

/**
 * A hash of everything that this part of a request asks of a model. Callers leave out what must not matter to them, so a
 * new field of requests matters unless somebody says otherwise. The order of fields doesn't count.
 */
export function computeCallKey(model: string, request: Partial<ModelRequest>): string {
  const { stepId: _stepId, signal: _signal, onText: _onText, messages = [], ...fields } = request;
  const { tools, ...data } = fields;
  // AI SDK tools may contain anything; all other fields are plain data.
  const entries = Object.entries(tools ? { ...data, tools: plainJson(tools) } : data)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return digestText(JSON.stringify([model, digestChat(messages), entries]));
}

/** By message: the digest of the chat before it, and of the chat with it. */
const digests = new WeakMap<PromptMessage, { before: string; after: string }>();

/**
 * The digest of a list of messages: each is hashed together with the digest of those before it. A chat only grows, so
 * that is done once for each message, not once for each call that shows it.
 */
export function digestChat(messages: readonly PromptMessage[]): string {
  return messages.reduce((before, message) => {
    const hashed = digests.get(message);
    if (hashed?.before === before) return hashed.after;
    const after = digestText(before + messageToJson(message));
    digests.set(message, { before, after });
    return after;
  }, "");
}

/** A file is hashed by its digest, which represents its bytes. */
export function messageToJson(message: PromptMessage): string {
  return JSON.stringify(
    message.files ? { ...message, files: message.files.map(withoutData) } : message,
  );
}

export function digestText(text: string): string {
  return computeSha256(text).slice(0, 32);
}
