import type { StoredEvent } from "../../protocol/events.ts";

/** Fields that mostly repeat the beginning of a reply's text: then its length is enough. */
const REPEATED = ["reasoning", "judgment"] as const;

/** Events in fewer bytes: what stands in the text already is not written again. */
export type PackedEvent = Record<string, unknown>;

export function packEvents(events: readonly StoredEvent[]): PackedEvent[] {
  return events.map((event) => {
    const packed: PackedEvent = { ...event };
    const { text } = packed;
    for (const name of REPEATED) {
      const value = packed[name];
      if (typeof text === "string" && typeof value === "string" && text.startsWith(value))
        packed[name] = value.length;
    }
    return packed;
  });
}

export function unpackEvents(packed: readonly PackedEvent[]): StoredEvent[] {
  return packed.map((each) => {
    const event = { ...each };
    for (const name of REPEATED) {
      const length = event[name];
      if (typeof length === "number") event[name] = String(event["text"]).slice(0, length);
    }
    return event as unknown as StoredEvent;
  });
}
