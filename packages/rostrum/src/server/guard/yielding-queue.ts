import { setImmediate as nextTurn, setTimeout as after } from "node:timers/promises";
import { HttpError } from "../http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

/** How long a piece may take before others are given time, and how much they get at most. */
const LONG_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Runs pieces of work one after the other, one per turn of the event loop. */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else
 * would be answered in the meantime. With turns, short requests are answered in between. If the
 * weight of those that wait is too large, the next one is refused and may try again.
 */
export function createYieldingQueue(most: number): TakeTurn {
  let waiting = 0;
  let previous: Promise<void> = Promise.resolve();
  return (weight = 1) => {
    if (waiting + weight > most) throw busy();
    waiting += weight;
    const turn = previous.then(() => {
      waiting -= weight;
    });
    previous = turn.then(letOthersRun);
    return turn;
  };
}

/** After a long piece, others get as much time as it took: one look at the sockets would starve streams. */
async function letOthersRun(): Promise<void> {
  const begun = performance.now();
  await nextTurn();
  const spent = performance.now() - begun;
  if (spent >= LONG_MS) await after(Math.min(spent, LONGEST_PAUSE_MS));
}
