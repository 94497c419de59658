import { HttpError } from "../http-error.ts";

/** A request that may be sent again soon. */
export const busy = (): HttpError =>
  new HttpError(503, "busy", "the server is busy: try again in a moment", { retryAfter: 1 });

const SHORT_MS = 5;
const LONGEST_PAUSE_MS = 100;

/** Runs one piece of work at a time, with a turn of the event loop after each. */
export type TakeTurn = (weight?: number) => Promise<void>;

/**
 * Bodies that arrive at the same moment would be parsed and checked in one go, and nothing else
 * would be answered in the meantime. With turns, short requests are answered in between. If the
 * weight of those that wait is too large, the next one is refused and may try again.
 */
export function createTurns(most: number): TakeTurn {
  const waiting: { go: () => void; weight: number }[] = [];
  let weighs = 0;
  let working = false;

  function next(): void {
    const turn = waiting.shift();
    working = turn !== undefined;
    if (!turn) return;
    weighs -= turn.weight;
    const begun = performance.now();
    turn.go();
    // The piece is done when the loop comes round. Others then get as much time as it took: a single look
    // at the sockets would let a stream through drop by drop.
    setImmediate(() => {
      const spent = performance.now() - begun;
      if (spent < SHORT_MS) next();
      else setTimeout(next, Math.min(spent, LONGEST_PAUSE_MS));
    });
  }

  return (weight = 1) => {
    if (weighs + weight > most) throw busy();
    const turn = Promise.withResolvers<void>();
    waiting.push({ go: turn.resolve, weight });
    weighs += weight;
    if (!working) {
      working = true;
      setImmediate(next);
    }
    return turn.promise;
  };
}
