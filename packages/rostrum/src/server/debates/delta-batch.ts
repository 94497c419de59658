import type { DeltaEvent } from "../../protocol/events.ts";
import { addDelta } from "../../record/index.ts";

/** Gathers pieces of text for a moment, so that many watchers get one message and not one a word. */
export interface DeltaBatch {
  add(event: DeltaEvent): void;
  /** Tells what was gathered now: whatever happens next comes after it. */
  flush(): void;
}

/** Shorter than an eye notices. */
const GATHER_MS = 50;

export function deltaBatch(tell: (events: readonly DeltaEvent[]) => void): DeltaBatch {
  const gathered = new Map<string, DeltaEvent>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.size === 0) return;
    const events = [...gathered.values()];
    gathered.clear();
    tell(events);
  }

  return {
    flush,
    add(event) {
      addDelta(gathered, event);
      timer ??= setTimeout(flush, GATHER_MS);
    },
  };
}
