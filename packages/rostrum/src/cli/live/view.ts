import type { DebateEvent } from "../../protocol/events.ts";

/** Something that shows a debate as it goes. */
export interface View {
  event(event: DebateEvent): void;
  /** Prints a line that is not about the debate itself. */
  note(line: string): void;
  /** Ends the view. Safe to call twice. */
  close(): void;
}

export const NO_VIEW: View = {
  event: () => undefined,
  note: () => undefined,
  close: () => undefined,
};
