import type { DeltaEvent } from "../../protocol/events.ts";

/** Gathers pieces of text for a moment, so that many watchers get one message and not one a word. */
export interface DeltaBatch {
  add(event: DeltaEvent): void;
  /** Tells what was gathered now: whatever happens next comes after it. */
  flush(): void;
}

/** Shorter than an eye notices. */
const GATHER_MS = 50;

export function deltaBatch(tell: (events: readonly DeltaEvent[]) => void): DeltaBatch {
  let gathered: DeltaEvent[] = [];
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    const events = gathered;
    gathered = [];
    tell(events);
  }

  return {
    flush,
    add(event) {
      const index = gathered.findLastIndex(
        ({ source, round }) => source === event.source && round === event.round,
      );
      const before = gathered[index];
      // One voice's words are one piece; the moment is that of the first of them.
      if (before) gathered[index] = { ...event, at: before.at, text: before.text + event.text };
      else gathered.push(event);
      timer ??= setTimeout(flush, GATHER_MS);
    },
  };
}
