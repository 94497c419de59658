import type { StoredEvent } from "../protocol/events.ts";

/** What looks like a key or a header in a provider's error message. */
const HEADER =
  /\b((?:authorization|x-api-key|api[-_]?key|x-goog-api-key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}]+/gi;
const BEARER = /\b((?:bearer|basic)\s+)[\w.~+/=*-]{8,}/gi;
const KEY = /\b(?:(?:sk|pk|rk|xai|gsk|hf|r8)[-_]|AIza)[\w*-]{8,}/g;

/** An error message without keys: some providers repeat the one they refuse. */
export function withoutKeys(message: string): string {
  return message
    .replaceAll(HEADER, "$1[key]")
    .replaceAll(BEARER, "$1[key]")
    .replaceAll(KEY, "[key]");
}

/** The same for the events that report an error. */
export function eventWithoutKeys(event: StoredEvent): StoredEvent {
  return errorWithoutKeys(notesWithoutKeys(event));
}

function notesWithoutKeys(event: StoredEvent): StoredEvent {
  const missing = "missing" in event ? event.missing : undefined;
  const warnings = "warnings" in event ? event.warnings : undefined;
  if (missing === undefined && warnings === undefined) return event;
  return {
    ...event,
    ...(missing && {
      missing: missing.map((each) => ({ ...each, error: withoutKeys(each.error) })),
    }),
    ...(warnings && { warnings: warnings.map(withoutKeys) }),
  };
}

function errorWithoutKeys(event: StoredEvent): StoredEvent {
  if (!("error" in event) || event.error === undefined) return event;
  if (event.type === "debate.failed") {
    const message = withoutKeys(event.error.message);
    return message === event.error.message
      ? event
      : { ...event, error: { ...event.error, message } };
  }
  const error = withoutKeys(event.error);
  return error === event.error ? event : { ...event, error };
}
