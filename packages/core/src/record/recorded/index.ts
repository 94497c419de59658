import type { StoredEvent } from "../../protocol/events.ts";
import { unpackEvents, type PackedEvent } from "./pack-events.ts";

/** A debate of a live panel, for demonstration. */
export interface DemoDebate {
  question: string;
  /** Description of what it shows. */
  about: string;
}

export type RecordedName = "decision" | "review" | "change";

/** Disclosure of the panel, which must accompany each recorded debate. */
export const RECORDED_PANEL: string =
  "Three instances of one large model debated, and a fourth judged, compared and wrote. This is no evidence about panels of different models. The total duration is real; the times of single replies were not recorded, and are estimated from the lengths of their texts.";

export const RECORDED: Readonly<Record<RecordedName, DemoDebate>> = {
  decision: {
    question: "Should our public HTTP API carry its version in the URL or in a header?",
    about: "an open question: the claim that it depends on, a remaining dissent, and a memo",
  },
  review: {
    question: "Review this code.",
    about:
      "a code review, shortened by one finding: problems with their lines and quotes, checked by the other members",
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

/** Events of a recorded debate. The first one is at 0 ms. */
export async function loadRecorded(name: RecordedName): Promise<StoredEvent[]> {
  const { default: packed } = await FILES[name]();
  return unpackEvents(packed as PackedEvent[]);
}
