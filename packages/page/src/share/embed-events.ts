import type { StoredEvent } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";

/** Content of a shared file: the events of a debate, or its record and a note on its origin. */
export type SharedFile = readonly StoredEvent[] | { record: DebateRecord; note: string };

/** Placeholder for the events in the template, between double quotes. */
export const EVENTS_MARK = '"EVENTS OF THE DEBATE"';

/** Formats events as JSON that is safe in a script element: no reply can end the element. */
export function embedEvents(events: readonly StoredEvent[]): string {
  return embed(events.map(removePrivateParts));
}

/** A debate of which only the record is left, in the same way. */
export function embedRecord(record: DebateRecord, note: string): string {
  return embed({ record, note });
}

function embed(shared: SharedFile): string {
  return JSON.stringify(shared).replaceAll("<", String.raw`\u003c`);
}

/** Removes the user's id and metadata, which don't belong in a shared file. */
function removePrivateParts(event: StoredEvent): StoredEvent {
  if (event.type !== "debate.started") return event;
  const { userId: _userId, metadata: _metadata, ...rest } = event;
  return rest;
}
