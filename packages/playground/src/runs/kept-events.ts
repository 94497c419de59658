import type { StoredEvent } from "../../../rostrum/src/protocol/events.ts";
import { readEvents } from "../files/read-events.ts";

/**
 * Stores events until the tab is closed, so that a reload shows the same debate. If they don't fit,
 * they are not stored.
 */
const nameOf = (id: string): string => `rostrum.playground.${id}`;
const LARGEST = 500_000;

export function keepEvents(id: string, events: readonly StoredEvent[]): void {
  if (events.length === 0) return;
  try {
    const json = JSON.stringify(events);
    if (json.length <= LARGEST) sessionStorage.setItem(nameOf(id), json);
  } catch {
    // There is no storage (a private window, an embedded page), or it is full: the debate is kept
    // until a reload.
  }
}

export function keptEvents(id: string): StoredEvent[] | null {
  try {
    const json = sessionStorage.getItem(nameOf(id));
    return json === null ? null : readEvents(json);
  } catch {
    return null;
  }
}
