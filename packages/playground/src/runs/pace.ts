import type { DebateEvent } from "@rostrum/core/protocol";

/** Pause after an event, in milliseconds, so that people can follow. */
function measurePause({ type }: DebateEvent): number {
  if (type === "debate.delta") return 70;
  return type === "debate.round_completed" ? 900 : 220;
}

export interface Paced {
  push(event: DebateEvent): void;
  /** Passes on everything at once from now on. */
  skipPauses(): void;
}

/** Passes events on in order, with a pause after each, because the networks are faster than anyone can read. */
export function createPace(
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
      wait(next, measurePause(event));
    }
  }

  return {
    push(event) {
      waiting.push(event);
      if (!pausing) next();
    },
    skipPauses() {
      hurried = true;
      next();
    },
  };
}
