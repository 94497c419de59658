import type { StoredEvent } from "@rostrum/core/protocol";

/** Keys and headers in providers' error messages. */
const HEADER =
  /\b((?:authorization|x-api-key|api[-_]?key|x-goog-api-key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}]+/gi;
const BEARER = /\b((?:bearer|basic)\s+)[\w.~+/=*-]{8,}/gi;
const KEY = /\b(?:(?:sk|pk|rk|xai|gsk|hf|r8)[-_]|AIza)[\w*-]{8,}/g;

/** Removes keys from an error message: some providers repeat the key that they refuse. */
export function removeKeys(message: string): string {
  return message
    .replaceAll(HEADER, "$1[key]")
    .replaceAll(BEARER, "$1[key]")
    .replaceAll(KEY, "[key]");
}

/** Removes keys from events that report an error. `clean` removes more from their messages. */
export function removeKeysFromEvent(event: StoredEvent, clean: Clean = removeKeys): StoredEvent {
  return cleanError(cleanNotes(event, clean), clean);
}

type Clean = (message: string) => string;

function cleanNotes(event: StoredEvent, clean: Clean): StoredEvent {
  const missing = "missing" in event ? event.missing : undefined;
  const warnings = "warnings" in event ? event.warnings : undefined;
  if (missing === undefined && warnings === undefined) return event;
  return {
    ...event,
    ...(missing && { missing: missing.map((part) => ({ ...part, error: clean(part.error) })) }),
    ...(warnings && { warnings: warnings.map(clean) }),
  };
}

function cleanError(event: StoredEvent, clean: Clean): StoredEvent {
  if (!("error" in event) || event.error === undefined) return event;
  if (event.type === "debate.failed") {
    const message = clean(event.error.message);
    return message === event.error.message
      ? event
      : { ...event, error: { ...event.error, message } };
  }
  const error = clean(event.error);
  return error === event.error ? event : { ...event, error };
}
