import { setImmediate as nextTurn } from "node:timers/promises";
import { HttpError } from "../http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

/** Runs pieces of work one after the other, one per turn of the event loop. */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else
 * would be answered in the meantime. With turns, short requests are answered in between. If the
 * weight of those that wait is too large, the next one is refused and may try again.
 */
export function createYieldingQueue(most: number): TakeTurn {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();

  async function wait(weight: number): Promise<void> {
    await last;
    await nextTurn();
    waiting -= weight;
  }

  return (weight = 1) => {
    if (waiting + weight > most) throw busy();
    waiting += weight;
    last = wait(weight);
    return last;
  };
}
