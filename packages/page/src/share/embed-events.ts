import type { StoredEvent } from "@rostrum/core/protocol";

/** Placeholder for the events in the template, between double quotes. */
export const EVENTS_MARK = '"EVENTS OF THE DEBATE"';

/** Formats events as JSON that is safe in a script element: no reply can end the element. */
export function embedEvents(events: readonly StoredEvent[]): string {
  return JSON.stringify(events.map(removePrivateParts)).replaceAll("<", String.raw`\u003c`);
}

/** Removes the user's id and metadata, which don't belong in a shared file. */
function removePrivateParts(event: StoredEvent): StoredEvent {
  if (event.type !== "debate.started") return event;
  const { userId: _userId, metadata: _metadata, ...rest } = event;
  return rest;
}
