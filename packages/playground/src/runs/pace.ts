import type { DebateEvent } from "../../../rostrum/src/protocol/events.ts";

/** How long an event stays alone on the screen, in milliseconds, so that people can follow. */
function pauseAfter({ type }: DebateEvent): number {
  if (type === "debate.delta") return 70;
  return type === "debate.round_completed" ? 900 : 220;
}

export interface Paced {
  push(event: DebateEvent): void;
  /** From now on, everything is shown at once. */
  hurry(): void;
}

/** Hands events on in their order, with a pause after each: the networks are faster than any reader. */
export function paced(
  show: (event: DebateEvent) => void,
  wait: (task: () => void, ms: number) => void,
): Paced {
  const waiting: DebateEvent[] = [];
  let pausing = false;
  let hurried = false;

  function next(): void {
    pausing = false;
    while (!pausing) {
      const event = waiting.shift();
      if (event === undefined) return;
      show(event);
      if (hurried) continue;
      pausing = true;
      wait(next, pauseAfter(event));
    }
  }

  return {
    push(event) {
      waiting.push(event);
      if (!pausing) next();
    },
    hurry() {
      hurried = true;
      next();
    },
  };
}
