import type { StoredEvent } from "../../../rostrum/src/protocol/events.ts";

/** Where the events stand in the template, between double quotes. */
export const EVENTS_MARK = '"EVENTS OF THE DEBATE"';

/** Events as JSON that can stand in a page: no reply can end the element it is in. */
export function embedded(events: readonly StoredEvent[]): string {
  return JSON.stringify(events.map(withoutPrivateParts)).replaceAll("<", String.raw`\u003c`);
}

/** Who asked, and what their program noted beside it, is nobody's business in a file that goes around. */
function withoutPrivateParts(event: StoredEvent): StoredEvent {
  if (event.type !== "debate.started") return event;
  const { userId: _userId, metadata: _metadata, ...rest } = event;
  return rest;
}
