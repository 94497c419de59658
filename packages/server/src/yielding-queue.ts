import { setImmediate as nextTurn, setTimeout as after } from "node:timers/promises";
import { HttpError } from "./http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

/** Time for consecutive pieces of work before the event loop gets a turn. */
const SLICE_MS = 5;
const MAX_PAUSE_MS = 100;

/** Resolves when a piece of work may begin. Throws if too many wait. */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Runs pieces of work one after the other, with a turn of the event loop every few milliseconds. Bodies that arrive
 * at the same moment would otherwise be parsed and checked in one go, and nothing else would be answered meanwhile.
 * If the waiting weight is above `maxWeight`, the next piece is refused and may try again.
 */
export function createYieldingQueue(maxWeight: number): TakeTurn {
  const line: { weight: number; begin(): void }[] = [];
  let waiting = 0;
  let working = false;

  async function drain(): Promise<void> {
    working = true;
    let sliceStart = performance.now();
    for (let piece = line.shift(); piece; piece = line.shift()) {
      const startedAt = performance.now();
      waiting -= piece.weight;
      piece.begin();
      await waitForMicrotasks();
      const ended = performance.now();
      if (ended - sliceStart < SLICE_MS) continue;
      const took = ended - startedAt;
      // A stream needs many turns, and would starve if each long piece were followed by one.
      if (took > SLICE_MS) await after(Math.min(took, MAX_PAUSE_MS));
      else await nextTurn();
      sliceStart = performance.now();
    }
    working = false;
  }

  return (weight = 1) => {
    if (waiting + weight > maxWeight) throw busy();
    waiting += weight;
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push({ weight, begin: resolve });
    // Lets requests of the same tick enqueue first.
    if (!working) queueMicrotask(() => void (working || drain()));
    return promise;
  };
}

/** Resolves when the synchronous part of a piece and its microtasks are done: ticks come after all microtasks. */
function waitForMicrotasks(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
