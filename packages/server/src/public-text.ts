import { formatModelName } from "@rostrum/core/export";
import { removeKeysFromEvent, removeKeys } from "@rostrum/runtime/sql-journal";
import type { StoredEvent } from "@rostrum/core/protocol";

const COMPAT = /(compat:[^\s@"]+)@https?:\/\/[^\s"'),]+/g;
const URL_OR_ORIGIN = /\bhttps?:\/\/[^\s"'),]+/g;
const IP = /(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?(?!\.?\w)/gi;
const NETWORK_ERROR = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET) \S+/g;
/** Variable with a server's key, which is named after the server's host. */
const KEY_VARIABLE = /\bROSTRUM_KEY_\w+/g;

/** Removes keys and internal addresses from a message for clients. */
export function toPublicText(text: string): string {
  return removeKeys(text)
    .replaceAll(COMPAT, "$1")
    .replaceAll(URL_OR_ORIGIN, "[address]")
    .replaceAll(NETWORK_ERROR, "$1 [address]")
    .replaceAll(IP, "[address]")
    .replaceAll(KEY_VARIABLE, "its key's variable");
}

/** Removes internal addresses from an event for clients. Replies are left unchanged. */
export function toPublicEvent(stored: StoredEvent): StoredEvent {
  const event = removeKeysFromEvent(stored, toPublicText);
  // Some model ids contain addresses.
  if (event.type === "debate.started") {
    const { panel, judge } = event;
    return { ...event, panel: panel.map(toPublicModel), judge: judge && toPublicModel(judge) };
  }
  const model = "model" in event ? event.model : undefined;
  const calls = "calls" in event ? event.calls : undefined;
  return {
    ...event,
    ...(model !== undefined && { model: formatModelName(model) }),
    ...(calls && { calls: calls.map(toPublicModel) }),
  };
}

function toPublicModel<T extends { model: string | null }>(value: T): T {
  return { ...value, model: value.model && formatModelName(value.model) };
}
