import { eventLine } from "./event-line.ts";
import type { View } from "./view.ts";

/** One line per event, for logs, pipes and terminals without cursor movement. */
export function plainView(print: (line: string) => void): View {
  const errors = new Map<string, string>();
  return {
    event(event) {
      const line = eventLine(event, errors);
      if (line !== null) print(line);
    },
    note: print,
    close: () => undefined,
  };
}
