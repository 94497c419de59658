import type { StoredEvent } from "../../protocol/events.ts";

/** Fields that usually repeat the beginning of the reply: these are stored as a length. */
const PREFIX_FIELDS = ["reasoning", "judgment"] as const;

/** An event without repeated text. */
export type PackedEvent = Record<string, unknown>;

export function packEvents(events: readonly StoredEvent[]): PackedEvent[] {
  return events.map((event) => {
    const packed: PackedEvent = { ...event };
    const { text } = packed;
    for (const name of PREFIX_FIELDS) {
      const value = packed[name];
      if (typeof text === "string" && typeof value === "string" && text.startsWith(value))
        packed[name] = value.length;
    }
    return packed;
  });
}

export function unpackEvents(packed: readonly PackedEvent[]): StoredEvent[] {
  return packed.map((packedEvent) => {
    const event = { ...packedEvent };
    for (const name of PREFIX_FIELDS) {
      const length = event[name];
      if (typeof length === "number") event[name] = String(event["text"]).slice(0, length);
    }
    return event as unknown as StoredEvent;
  });
}
