import type { DebateEvent } from "../../protocol/events.ts";

/** Something that shows a debate as it goes. */
export interface View {
  event(event: DebateEvent): void;
  /** A line of ours beside the debate. */
  note(line: string): void;
  /** Ends the showing; nothing comes after it. Safe to call twice. */
  close(): void;
}

export const NO_VIEW: View = {
  event: () => undefined,
  note: () => undefined,
  close: () => undefined,
};
