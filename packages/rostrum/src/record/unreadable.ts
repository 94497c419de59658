import { RostrumError } from "../rostrum-error.ts";

/** The record is damaged, or another program wrote it. */
export function unreadable(event: unknown, cause: unknown): RostrumError {
  const { type, seq } = (event ?? {}) as { type?: unknown; seq?: unknown };
  return new RostrumError(
    "event_unreadable",
    `event ${String(seq)} (${String(type)}): expected the fields of this event type, got others. ` +
      "Restore the record from a copy, or use another id.",
    { cause },
  );
}
