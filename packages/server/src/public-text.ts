import { formatModelName } from "@rostrum/core/export";
import { removeKeysFromEvent, removeKeys } from "@rostrum/core/sql-journal";
import type { StoredEvent } from "@rostrum/core/protocol";

const COMPAT = /(compat:[^\s@"]+)@https?:\/\/[^\s"'),]+/g;
const URL_OR_ORIGIN = /\bhttps?:\/\/[^\s"'),]+/g;
const IP = /(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?(?!\.?\w)/gi;
const NETWORK_ERROR = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET) \S+/g;
/** The environment variable with the key of a server is named after its host. */
const KEY_VARIABLE = /\bROSTRUM_KEY_\w+/g;

/** A message as clients may read it: no keys, and no addresses of this network. */
export function toPublicText(text: string): string {
  return removeKeys(text)
    .replaceAll(COMPAT, "$1")
    .replaceAll(URL_OR_ORIGIN, "[address]")
    .replaceAll(NETWORK_ERROR, "$1 [address]")
    .replaceAll(IP, "[address]")
    .replaceAll(KEY_VARIABLE, "its key's variable");
}

/** An event as clients may see it. Replies are left unchanged. */
export function toPublicEvent(stored: StoredEvent): StoredEvent {
  const event = removeKeysFromEvent(stored, toPublicText);
  // The ids of models, without the addresses that are part of some.
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
