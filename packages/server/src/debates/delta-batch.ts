import type { DeltaEvent } from "@rostrum/core/protocol";
import { addDelta } from "@rostrum/core/record";

/** Collects pieces of text for a moment, so that watchers get one message instead of one per word. */
export interface DeltaBatch {
  add(event: DeltaEvent): void;
  /** Sends the collected pieces at once, before a later event. */
  flush(): void;
}

/** Short enough that readers don't notice. */
const BATCH_MS = 50;

export function createDeltaBatch(tell: (events: readonly DeltaEvent[]) => void): DeltaBatch {
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
      timer ??= setTimeout(flush, BATCH_MS);
    },
  };
}
