import { HttpError } from "../http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

/** How long pieces run one after the other before the event loop gets a turn. */
const SLICE_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** `queueMicrotask` would make a resource for hooks each time. */
const MICROTASK = Promise.resolve();

/** Runs pieces of work one after the other, with a turn of the event loop after every few milliseconds. */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else
 * would be answered in the meantime. With turns, short requests are answered in between. If the
 * weight of those that wait is too large, the next one is refused and may try again.
 */
export function createYieldingQueue(most: number): TakeTurn {
  const waiting: (() => void)[] = [];
  const weights: number[] = [];
  let weighs = 0;
  let working = false;
  /** When the pieces of this turn of the loop began, and the piece that runs now. */
  let sliceBegun = 0;
  let begun = 0;

  function slice(): void {
    sliceBegun = performance.now();
    next(sliceBegun);
  }

  /** A turn of the loop per piece would make a thousand short pieces wait for a thousand turns. */
  function next(now: number): void {
    const go = waiting.shift();
    working = go !== undefined;
    if (!go) return;
    weighs -= weights.shift() ?? 0;
    begun = now;
    go();
    // A tick that is asked for in a microtask comes when all microtasks are done, and with them the piece.
    void MICROTASK.then(tick);
  }

  function tick(): void {
    process.nextTick(ended);
  }

  function ended(): void {
    const now = performance.now();
    const spent = now - begun;
    // After a long piece, others get as much time as it took: a single look at the sockets would let a stream
    // through drop by drop.
    if (spent >= SLICE_MS) setTimeout(slice, Math.min(spent, LONGEST_PAUSE_MS));
    else if (now - sliceBegun >= SLICE_MS) setImmediate(slice);
    else next(now);
  }

  return (weight = 1) => {
    if (weighs + weight > most) throw busy();
    weights.push(weight);
    weighs += weight;
    if (!working) {
      working = true;
      setImmediate(slice);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
}
