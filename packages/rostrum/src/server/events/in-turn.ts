/** Calls back soon, once, however often it is asked for before that. */
export interface InTurn {
  soon(send: () => void): void;
}

/** After so long, everything else gets a turn of the event loop. */
const SLICE_MS = 5;
/** From so many readers on, they wait for a moment: what happens shortly after is then part of the same write. */
const MANY = 100;
const GATHER_MS = 4;

/**
 * Readers send what they have in turn, in one go for all that happened at the same time. A thousand readers of one
 * debate must not keep others from being answered.
 */
export function createInTurn(): InTurn {
  let waiting = new Set<() => void>();
  let scheduled = false;

  function begin(): void {
    if (waiting.size < MANY) slice();
    else setTimeout(slice, GATHER_MS);
  }

  function slice(): void {
    const begun = performance.now();
    for (const send of waiting) {
      waiting.delete(send);
      send();
      if (performance.now() - begun >= SLICE_MS) break;
    }
    scheduled = waiting.size > 0;
    if (scheduled) setImmediate(slice);
    else waiting = new Set();
  }

  return {
    soon(send) {
      waiting.add(send);
      if (scheduled) return;
      scheduled = true;
      setImmediate(begin);
    },
  };
}
