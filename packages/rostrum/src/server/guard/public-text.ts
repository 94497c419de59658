import { modelName } from "../../export/index.ts";
import { eventWithoutKeys, withoutKeys } from "../../journal/without-keys.ts";
import type { StoredEvent } from "../../protocol/events.ts";

const COMPAT = /(compat:[^\s@"]+)@https?:\/\/[^\s"'),]+/g;
const URL_OR_ORIGIN = /\bhttps?:\/\/[^\s"'),]+/g;
const IP = /(?<![\w.])(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d{1,5})?(?!\.?\w)/gi;
const LOOKED_UP = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ECONNRESET) \S+/g;
/** The environment variable with the key of a server is named after its host. */
const KEY_VARIABLE = /\bROSTRUM_KEY_\w+/g;

/** A message as clients may read it: no keys, and no addresses of this network. */
export function toPublicText(text: string): string {
  return withoutKeys(text)
    .replaceAll(COMPAT, "$1")
    .replaceAll(URL_OR_ORIGIN, "[address]")
    .replaceAll(LOOKED_UP, "$1 [address]")
    .replaceAll(IP, "[address]")
    .replaceAll(KEY_VARIABLE, "its key's variable");
}

/** An event as clients may see it. Replies are left unchanged. */
export function toPublicEvent(event: StoredEvent): StoredEvent {
  return toPublicModels(toPublicNotes(toPublicErrors(event)));
}

/** The ids of models, without the addresses that are part of some. */
function toPublicModels(event: StoredEvent): StoredEvent {
  const model = "model" in event ? event.model : undefined;
  const calls = "calls" in event ? event.calls : undefined;
  return {
    ...event,
    ...(model !== undefined && { model: modelName(model) }),
    ...(calls && {
      calls: calls.map((call) => ({ ...call, model: call.model && modelName(call.model) })),
    }),
  };
}

/** The error fields that events of any type may have. */
function toPublicNotes(event: StoredEvent): StoredEvent {
  const missing = "missing" in event ? event.missing : undefined;
  const warnings = "warnings" in event ? event.warnings : undefined;
  if (missing === undefined && warnings === undefined) return event;
  return {
    ...event,
    ...(missing && {
      missing: missing.map((each) => ({ ...each, error: toPublicText(each.error) })),
    }),
    ...(warnings && { warnings: warnings.map(toPublicText) }),
  };
}

function toPublicErrors(event: StoredEvent): StoredEvent {
  switch (event.type) {
    case "debate.started": {
      const named = <T extends { model: string }>(member: T): T => ({
        ...member,
        model: modelName(member.model),
      });
      return { ...event, panel: event.panel.map(named), judge: event.judge && named(event.judge) };
    }
    case "debate.routed":
      return event.error === undefined ? event : { ...event, error: toPublicText(event.error) };
    case "debate.response":
      return event;
    case "debate.debater_failed":
      return { ...event, error: toPublicText(event.error) };
    case "debate.failed":
      return { ...event, error: { ...event.error, message: toPublicText(event.error.message) } };
    default:
      return eventWithoutKeys(event);
  }
}
