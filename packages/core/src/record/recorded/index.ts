import type { StoredEvent } from "../../protocol/events.ts";
import { unpackEvents, type PackedEvent } from "./pack-events.ts";

/** A debate that was held by a live panel, and may be shown. */
export interface RecordedDebate {
  question: string;
  /** What there is to see. */
  about: string;
}

/** The name of a recorded debate. */
export type RecordedName = "decision" | "review" | "change";

/** Who debated in all of them, in words that must stand next to each. */
export const RECORDED_PANEL: string =
  "Three instances of one large model debated, and a fourth judged, compared and wrote. That is no evidence about panels of different models. How long the whole debate took is real; the moments of single replies were not recorded, and are spread by the length of their texts.";

/** The recorded debates by name. */
export const RECORDED: Readonly<Record<RecordedName, RecordedDebate>> = {
  decision: {
    question: "Should our public HTTP API carry its version in the URL or in a header?",
    about: "an open question: the claim that it turns on, a dissent that stands, and a memo",
  },
  review: {
    question: "Review this code.",
    about: "a code review: findings with quotes, checked by the other members",
  },
  change: {
    question: "How many piano tuners work in Chicago today? Give one number.",
    about: "a change of mind: a member who sees the others' estimates takes back its own",
  },
};

const FILES: Record<RecordedName, () => Promise<{ default: unknown }>> = {
  decision: () => import("./version.json", { with: { type: "json" } }),
  review: () => import("./review.json", { with: { type: "json" } }),
  change: () => import("./tuners.json", { with: { type: "json" } }),
};

/** The events of a recorded debate. Its first one is at 0 ms. */
export async function loadRecorded(name: RecordedName): Promise<StoredEvent[]> {
  const { default: packed } = await FILES[name]();
  return unpackEvents(packed as PackedEvent[]);
}
